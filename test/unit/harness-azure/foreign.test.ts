import { expect, it } from 'vitest';
import { placed, useDouble } from './azure-client.ts';

const { double, call, group, network } = await useDouble();

const makeNetwork = async () => {
  await call('PUT', `${network}/virtualNetworks/one`, {
    ...placed,
    properties: {
      addressSpace: { addressPrefixes: ['10.0.0.0/16'] },
      subnets: [{ name: 'default', properties: { addressPrefix: '10.0.0.0/24' } }],
    },
  });
  await call('PUT', `${network}/privateDnsZones/payments.example.org`, { location: 'global' });
  await call('PUT', `${network}/loadBalancers/one`, {
    ...placed,
    sku: { name: 'Standard' },
    properties: { backendAddressPools: [{ name: 'one' }] },
  });
};

const made = [
  'disks one-node-os',
  'disks pvc-one',
  'loadBalancers one',
  'loadBalancers one-internal',
  'networkInterfaces one-node-nic',
  'privateDnsZones payments.example.org',
  'resourceGroups berth-one',
  'storageAccounts imageregistryone',
  'subnets default',
  'virtualMachines one-node',
  'virtualNetworks one',
];

it('makes what controllers of a cluster make, which holds what it uses', async () => {
  await makeNetwork();
  double.foreign.machines('berth-one');
  expect(double.census()).toEqual(made);
  expect((await call('DELETE', `${network}/virtualNetworks/one`)).code).toBe('InUseSubnetCannotBeDeleted');
  expect((await call('DELETE', `${network}/networkInterfaces/one-node-nic`)).code).toBe('NicInUse');
  const disk = `${group}/providers/Microsoft.Compute/disks/one-node-os`;
  expect((await call('DELETE', disk)).code).toBe('OperationNotAllowed');
  await call('DELETE', `${group}/providers/Microsoft.Compute/virtualMachines/one-node`);
  expect((await call('DELETE', disk)).status).toBe(202);
  await call('DELETE', group);
  expect(double.census()).toEqual([]);
});

it('is seen at once, whatever is hidden of what calls have made', async () => {
  await makeNetwork();
  double.knobs.hideSeconds = 30;
  double.foreign.machines('berth-one');
  expect((await call('GET', `${network}/networkInterfaces/one-node-nic`)).status).toBe(200);
  expect((await call('GET', `${network}/loadBalancers/one`)).status).toBe(404);
});

it('adds services to the balancer that is there', async () => {
  await makeNetwork();
  double.foreign.services('berth-one');
  const shown = (await call('GET', `${network}/loadBalancers/one`)).body;
  expect(shown).toMatchObject({
    properties: {
      backendAddressPools: [{ name: 'one' }],
      frontendIPConfigurations: [{ name: 'service' }],
      loadBalancingRules: [{ name: 'service-443' }],
    },
  });
  expect(double.census()).toContain('publicIPAddresses one-service');
});

it('begins by itself once there is a balancer, when told so', async () => {
  double.knobs.hasControllers = true;
  double.knobs.polls = { default: 0, loadBalancers: 1 };
  await makeNetwork();
  expect(double.census()).not.toContain('virtualMachines one-node');
  double.advance(5);
  expect(double.census()).toEqual([...made, 'publicIPAddresses one-service', 'A *.apps.payments'].sort());
  await call('DELETE', group);
  expect(double.census()).toEqual(['A *.apps.payments']);
});

it('does not count what the customer has', async () => {
  double.furnish(
    `${group}/providers/Microsoft.Network/networkSecurityGroups/theirs`,
    'Microsoft.Network/networkSecurityGroups',
    placed,
  );
  expect(double.census()).toEqual(['resourceGroups berth-one']);
  expect((await call('GET', `${network}/networkSecurityGroups/theirs`)).status).toBe(200);
});
