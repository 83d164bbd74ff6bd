import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/domain/shared/json.ts';
import { placed, useDouble } from './azure-client.ts';

const { double, call, network } = await useDouble();
const nsg = `${network}/networkSecurityGroups/one`;
const vnet = `${network}/virtualNetworks/one`;
const address = `${network}/publicIPAddresses/one`;
const balancer = `${network}/loadBalancers/one`;

const subnetOf = (name: string, addressPrefix: string, more: JsonObject = {}): JsonObject => ({
  name,
  properties: { addressPrefix, ...more },
});

const vnetOf = (...subnets: JsonObject[]): JsonObject => ({
  ...placed,
  properties: { addressSpace: { addressPrefixes: ['10.0.0.0/16'] }, subnets },
});

const cardIn = (subnet: string): JsonObject => ({
  ...placed,
  properties: { ipConfigurations: [{ name: 'a', properties: { subnet: { id: subnet } } }] },
});

const standard = {
  ...placed,
  sku: { name: 'Standard' },
  properties: { publicIPAllocationMethod: 'Static' },
};

const balancerOf = (name: string, id = address): JsonObject => ({
  ...placed,
  sku: { name: 'Standard' },
  properties: {
    frontendIPConfigurations: [{ name, properties: { publicIPAddress: { id } } }],
    backendAddressPools: [{ name }],
    outboundRules: [
      {
        name,
        properties: {
          backendAddressPool: { id: `${balancer}/backendAddressPools/${name}` },
          frontendIPConfigurations: [{ id: `${balancer}/frontendIPConfigurations/${name}` }],
        },
      },
    ],
  },
});

describe('virtual networks', () => {
  it.each([
    ['outside of the network', [subnetOf('a', '10.1.0.0/24')], 'NetcfgSubnetRangeOutsideVnet'],
    ['wider than the network', [subnetOf('a', '10.0.0.0/8')], 'NetcfgSubnetRangeOutsideVnet'],
    [
      'over each other',
      [subnetOf('a', '10.0.0.0/24'), subnetOf('b', '10.0.0.128/25')],
      'NetcfgSubnetRangesOverlap',
    ],
    ['with bits behind the prefix', [subnetOf('a', '10.0.0.1/24')], 'InvalidCIDRNotation'],
    ['without a name', [{ properties: { addressPrefix: '10.0.0.0/24' } }], 'InvalidRequestFormat'],
  ])('has no subnets %s', async (_what, subnets, code) => {
    expect(await call('PUT', vnet, vnetOf(...subnets))).toMatchObject({ status: 400, code });
    expect((await call('GET', vnet)).status).toBe(404);
  });

  it('needs an address space', async () => {
    expect((await call('PUT', vnet, { ...placed, properties: {} })).code).toBe('InvalidRequestFormat');
  });

  it('shows its subnets, each of which is a thing too', async () => {
    await call('PUT', vnet, vnetOf(subnetOf('a', '10.0.0.0/24')));
    const subnet = { id: `${vnet}/subnets/a`, name: 'a', properties: { addressPrefix: '10.0.0.0/24' } };
    expect((await call('GET', vnet)).body).toMatchObject({ properties: { subnets: [subnet] } });
    expect((await call('GET', `${vnet}/subnets/a`)).body).toMatchObject(subnet);
    expect(double.census()).toContain('subnets a');
  });

  it('takes further subnets by themselves, under the same rules', async () => {
    await call('PUT', vnet, vnetOf(subnetOf('a', '10.0.0.0/24')));
    const put = (addressPrefix: string) =>
      call('PUT', `${vnet}/subnets/b`, { properties: { addressPrefix } });
    expect((await put('10.0.0.0/25')).code).toBe('NetcfgSubnetRangesOverlap');
    expect((await put('10.0.9.0/24')).status).toBe(201);
  });

  it('loses subnets that a PUT leaves out, unless they are used', async () => {
    const both = [subnetOf('a', '10.0.0.0/24'), subnetOf('b', '10.0.1.0/24')];
    await call('PUT', vnet, vnetOf(...both));
    await call('PUT', `${network}/networkInterfaces/card`, cardIn(`${vnet}/subnets/b`));
    expect(await call('PUT', vnet, vnetOf(both[0]!))).toMatchObject({
      status: 400,
      code: 'InUseSubnetCannotBeDeleted',
    });
    expect((await call('DELETE', `${vnet}/subnets/b`)).code).toBe('InUseSubnetCannotBeDeleted');
    expect((await call('DELETE', vnet)).code).toBe('InUseSubnetCannotBeDeleted');
    await call('DELETE', `${network}/networkInterfaces/card`);
    expect((await call('PUT', vnet, vnetOf(both[0]!))).status).toBe(200);
    expect((await call('GET', `${vnet}/subnets/b`)).status).toBe(404);
  });

  it('names only security groups that are there', async () => {
    const guarded = vnetOf(subnetOf('a', '10.0.0.0/24', { networkSecurityGroup: { id: nsg } }));
    expect(await call('PUT', vnet, guarded)).toMatchObject({ status: 400, code: 'InvalidResourceReference' });
    await call('PUT', nsg, placed);
    expect((await call('PUT', vnet, guarded)).status).toBe(201);
    expect(await call('DELETE', nsg)).toMatchObject({
      status: 400,
      code: 'InUseNetworkSecurityGroupCannotBeDeleted',
    });
    await call('DELETE', vnet);
    expect((await call('DELETE', nsg)).status).toBe(202);
    expect((await call('DELETE', nsg)).status).toBe(204);
  });
});

it('takes what it has shown as a body, and what only it writes changes nothing', async () => {
  await call('PUT', nsg, placed);
  await call('PUT', vnet, vnetOf(subnetOf('a', '10.0.0.0/24', { networkSecurityGroup: { id: nsg } })));
  await call('PUT', address, standard);
  await call('PUT', balancer, balancerOf('one'));
  await call('PUT', `${network}/networkInterfaces/card`, cardIn(`${vnet}/subnets/a`));
  for (const path of [nsg, vnet, `${vnet}/subnets/a`, address, balancer]) {
    const shown = (await call('GET', path)).body;
    const again = await call('PUT', path, {
      ...shown,
      properties: { ...(shown['properties'] as JsonObject), provisioningState: 'Failed' },
    });
    expect([path, again.status, again.code]).toEqual([path, 200, undefined]);
    expect({ ...(await call('GET', path)).body, etag: '' }).toEqual({ ...shown, etag: '' });
  }
  expect((await call('GET', `${vnet}/subnets/a`)).body).toMatchObject({
    properties: { ipConfigurations: [{ id: `${network}/networkInterfaces/card/ipConfigurations/a` }] },
  });
  await call('DELETE', balancer);
  expect((await call('DELETE', address)).status).toBe(202);
});

describe('load balancers', () => {
  it('gives a standard address only for good', async () => {
    const reply = await call('PUT', address, { ...standard, properties: {} });
    expect(reply.code).toBe('StandardSkuPublicIPAddressesMustBeStatic');
  });

  it('keeps an address that is used', async () => {
    await call('PUT', address, standard);
    expect((await call('PUT', balancer, balancerOf('one'))).status).toBe(201);
    expect(await call('DELETE', address)).toMatchObject({
      status: 400,
      code: 'PublicIPAddressCannotBeDeleted',
    });
    await call('DELETE', balancer);
    expect((await call('DELETE', address)).status).toBe(202);
  });

  it('gives an address to one balancer, of the same sku', async () => {
    await call('PUT', address, standard);
    await call('PUT', balancer, balancerOf('one'));
    const other = `${network}/loadBalancers/two`;
    const { outboundRules: _, ...parts } = balancerOf('one')['properties'] as JsonObject;
    const plain = { ...placed, sku: { name: 'Standard' }, properties: parts };
    expect((await call('PUT', other, plain)).code).toBe('PublicIPAddressInUse');
    await call('DELETE', balancer);
    expect((await call('PUT', other, { ...plain, sku: { name: 'Basic' } })).code).toBe(
      'DifferentSkuLoadBalancersAndPublicIPAddressNotAllowed',
    );
  });

  it('names only parts that it has', async () => {
    await call('PUT', address, standard);
    const { properties, ...rest } = balancerOf('one');
    const { backendAddressPools: _, ...without } = properties as JsonObject;
    expect((await call('PUT', balancer, { ...rest, properties: without })).code).toBe(
      'InvalidResourceReference',
    );
    expect((await call('PUT', balancer, balancerOf('one', `${address}x`))).code).toBe(
      'InvalidResourceReference',
    );
  });

  it('gives ids to its parts, and keeps those that network cards are in', async () => {
    await call('PUT', address, standard);
    await call('PUT', balancer, balancerOf('one'));
    const pool = `${balancer}/backendAddressPools/one`;
    expect((await call('GET', balancer)).body).toMatchObject({
      properties: { backendAddressPools: [{ name: 'one', id: pool }] },
    });
    await call('PUT', `${network}/networkInterfaces/card`, {
      ...placed,
      properties: {
        ipConfigurations: [{ name: 'a', properties: { loadBalancerBackendAddressPools: [{ id: pool }] } }],
      },
    });
    expect((await call('PUT', balancer, balancerOf('two'))).code).toBe(
      'InUseBackendAddressPoolCannotBeDeleted',
    );
    expect((await call('PUT', balancer, balancerOf('one'))).status).toBe(200);
  });

  it('makes no more addresses than the subscription may have', async () => {
    double.knobs.limits['publicIPAddresses'] = 0;
    expect((await call('PUT', address, standard)).code).toBe('PublicIPCountLimitReached');
  });
});
