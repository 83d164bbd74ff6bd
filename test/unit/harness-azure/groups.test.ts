import { expect, it } from 'vitest';
import { placed, useDouble } from './azure-client.ts';

const { double, call, subscription, group, network, identities } = await useDouble();
const other = `${subscription}/resourceGroups/other`;
const subnet = { name: 'default', properties: { addressPrefix: '10.0.0.0/24' } };
const vnet = {
  ...placed,
  properties: { addressSpace: { addressPrefixes: ['10.0.0.0/16'] }, subnets: [subnet] },
};

it('makes a group at once, once', async () => {
  const tags = { a: 'one' };
  const first = await call('PUT', other, { ...placed, tags });
  expect(first).toMatchObject({
    status: 201,
    body: { tags, properties: { provisioningState: 'Succeeded' } },
  });
  expect((await call('PUT', other, placed)).status).toBe(200);
  expect((await call('GET', other)).body).not.toHaveProperty('tags');
  expect((await call('HEAD', other)).status).toBe(204);
  expect((await call('HEAD', `${other}2`)).status).toBe(404);
});

it('moves no group and no thing to another location', async () => {
  const elsewhere = { location: 'northeurope' };
  expect(await call('PUT', group, elsewhere)).toMatchObject({
    status: 409,
    code: 'InvalidResourceGroupLocation',
  });
  expect((await call('PUT', group, { location: 'West Europe' })).status).toBe(200);
  await call('PUT', `${network}/networkSecurityGroups/one`, placed);
  expect(await call('PUT', `${network}/networkSecurityGroups/one`, elsewhere)).toMatchObject({
    status: 409,
    code: 'InvalidResourceLocation',
  });
});

it('makes nothing without a location, or in one that is none', async () => {
  expect((await call('PUT', other, {})).code).toBe('LocationRequired');
  expect((await call('PUT', other, { location: 'mars' })).code).toBe('LocationNotAvailableForResourceGroup');
  const path = `${network}/networkSecurityGroups/one`;
  expect((await call('PUT', path, { location: 'global' })).code).toBe('LocationNotAvailableForResourceType');
});

it('makes nothing where there is no group or no parent', async () => {
  const lost = `${other}/providers/Microsoft.Network/networkSecurityGroups/one`;
  for (const method of ['PUT', 'DELETE'])
    expect(await call(method, lost, method === 'PUT' ? placed : undefined)).toMatchObject({
      status: 404,
      code: 'ResourceGroupNotFound',
    });
  expect(
    await call('PUT', `${identities}/none/federatedIdentityCredentials/one`, { properties: {} }),
  ).toMatchObject({ status: 404, code: 'ParentResourceNotFound' });
});

it('changes tags alone', async () => {
  await call('PUT', `${network}/virtualNetworks/one`, vnet);
  const reply = await call('PATCH', `${network}/virtualNetworks/one`, { tags: { a: 'two' } });
  expect(reply.body).toMatchObject({ tags: { a: 'two' }, location: 'westeurope' });
  expect((await call('PATCH', other, { tags: {} })).code).toBe('ResourceGroupNotFound');
});

it('takes a group away with all in it, in its own time', async () => {
  double.knobs.polls = { default: 0, resourceGroups: 2 };
  await call('PUT', `${network}/virtualNetworks/one`, vnet);
  await call('PUT', `${identities}/one`, placed);
  const begun = await call('DELETE', group);
  expect([begun.status, begun.headers.get('retry-after')]).toEqual([202, '5']);
  expect(begun.headers.has('azure-asyncoperation')).toBe(false);
  const location = String(begun.headers.get('location'));
  expect((await call('PUT', group, placed)).code).toBe('ResourceGroupBeingDeleted');
  expect(await call('PUT', `${network}/networkSecurityGroups/late`, placed)).toMatchObject({
    status: 409,
    code: 'ResourceGroupBeingDeleted',
  });
  expect((await call('DELETE', group)).headers.get('location')).toBe(location);
  expect((await call('GET', location)).status).toBe(202);
  expect((await call('GET', group)).body).toMatchObject({ properties: { provisioningState: 'Deleting' } });
  expect((await call('GET', location)).status).toBe(200);
  expect((await call('GET', group)).code).toBe('ResourceGroupNotFound');
  expect((await call('DELETE', group)).code).toBe('ResourceGroupNotFound');
  expect(double.census()).toEqual([]);
});

it('keeps a group that is locked', async () => {
  double.knobs.locked.add('BERTH-one');
  expect(await call('DELETE', group)).toMatchObject({ status: 409, code: 'ScopeLocked' });
  double.knobs.locked.clear();
  expect((await call('DELETE', group)).status).toBe(202);
});

it('keeps a group of which something is used elsewhere', async () => {
  await call('PUT', `${network}/virtualNetworks/one`, vnet);
  await call('PUT', other, placed);
  const card = `${other}/providers/Microsoft.Network/networkInterfaces/card`;
  const inSubnet = { subnet: { id: `${network}/virtualNetworks/one/subnets/default` } };
  await call('PUT', card, {
    ...placed,
    properties: { ipConfigurations: [{ name: 'a', properties: inSubnet }] },
  });
  const location = String((await call('DELETE', group)).headers.get('location'));
  expect(await call('GET', location)).toMatchObject({ status: 409, code: 'ResourceGroupDeletionBlocked' });
  expect((await call('GET', group)).body).toMatchObject({ properties: { provisioningState: 'Succeeded' } });
  await call('DELETE', card);
  await call('DELETE', group);
  expect((await call('GET', group)).status).toBe(404);
});

it('makes no more groups than the subscription may have', async () => {
  double.knobs.limits['resourceGroups'] = 2;
  expect((await call('PUT', other, placed)).code).toBe('ResourceGroupQuotaExceeded');
  expect((await call('PUT', group, placed)).status).toBe(200);
});
