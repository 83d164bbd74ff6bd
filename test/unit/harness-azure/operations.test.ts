import { expect, it } from 'vitest';
import { placed, useDouble } from './azure-client.ts';

const { double, call, group, network, identities } = await useDouble();
const nsg = `${network}/networkSecurityGroups/one`;
const zone = `${network}/privateDnsZones/payments.example.org`;
const stateOf = async (path: string) =>
  ((await call('GET', path)).body['properties'] as { provisioningState?: string }).provisioningState;

it('shows a thing of the network being made until it was looked at often enough', async () => {
  double.knobs.polls = { networkSecurityGroups: 2 };
  const begun = await call('PUT', nsg, placed);
  expect(begun).toMatchObject({ status: 201, body: { properties: { provisioningState: 'Updating' } } });
  expect(begun.headers.get('retry-after')).toBe('5');
  const operation = String(begun.headers.get('azure-asyncoperation'));
  expect((await call('GET', operation)).body).toEqual({ status: 'InProgress' });
  expect(await stateOf(nsg)).toBe('Updating');
  expect((await call('GET', operation)).body).toEqual({ status: 'Succeeded' });
  expect(await stateOf(nsg)).toBe('Succeeded');
});

it('answers for private zones with nothing but where to look', async () => {
  double.knobs.polls = { default: 1 };
  const begun = await call('PUT', zone, { location: 'global' });
  expect([begun.status, begun.body]).toEqual([202, {}]);
  expect(begun.headers.get('location')).toMatch(/^https:\/\/management\.azure\.com\/.*\/operationresults\//);
  expect(await stateOf(zone)).toBe('Creating');
  expect(await stateOf(zone)).toBe('Succeeded');
});

it('ends an operation when its time has gone by', async () => {
  double.knobs.polls = { default: 3 };
  double.knobs.retryAfterSeconds = 10;
  await call('PUT', nsg, placed);
  double.advance(29);
  expect(double.look(nsg)).toMatchObject({ properties: { provisioningState: 'Updating' } });
  double.advance(1);
  expect(double.look(nsg)).toMatchObject({ properties: { provisioningState: 'Succeeded' } });
});

it('is another version once its operation has ended', async () => {
  double.knobs.polls = { default: 1 };
  const { etag } = (await call('PUT', nsg, placed)).body;
  double.advance(5);
  expect((await call('GET', nsg)).body['etag']).not.toBe(etag);
});

it('takes no second write while one is under way', async () => {
  double.knobs.polls = { default: 1 };
  await call('PUT', nsg, placed);
  for (const method of ['PUT', 'DELETE'])
    expect(await call(method, nsg, method === 'PUT' ? placed : undefined)).toMatchObject({
      status: 409,
      code: 'AnotherOperationInProgress',
    });
  double.advance(5);
  expect((await call('PUT', nsg, placed)).status).toBe(200);
});

it('puts nothing into what is being made or taken away', async () => {
  const vnet = `${network}/virtualNetworks/one`;
  const space = { addressSpace: { addressPrefixes: ['10.0.0.0/16'] } };
  await call('PUT', vnet, { ...placed, properties: space });
  double.knobs.polls = { default: 1 };
  const link = () =>
    call('PUT', `${zone}/virtualNetworkLinks/one`, {
      location: 'global',
      properties: { virtualNetwork: { id: vnet } },
    });
  await call('PUT', zone, { location: 'global' });
  expect(await link()).toMatchObject({ status: 404, code: 'ParentResourceNotFound' });
  double.advance(5);
  await call('DELETE', zone);
  expect(await link()).toMatchObject({ status: 409, code: 'AnotherOperationInProgress' });
  await call('PUT', vnet, { ...placed, properties: space });
  const subnet = { properties: { addressPrefix: '10.0.0.0/24' } };
  expect(await call('PUT', `${vnet}/subnets/a`, subnet)).toMatchObject({
    status: 409,
    code: 'AnotherOperationInProgress',
  });
});

it('ends what is under way in a group with the group', async () => {
  await call('PUT', nsg, placed);
  double.knobs.polls = { networkSecurityGroups: 9, resourceGroups: 1 };
  await call('DELETE', nsg);
  await call('DELETE', group);
  double.advance(5);
  await call('PUT', group, placed);
  expect((await call('PUT', nsg, placed)).status).toBe(201);
  double.advance(60);
  expect((await call('GET', nsg)).status).toBe(200);
});

it('refers to nothing that is still being made', async () => {
  double.knobs.polls = { networkSecurityGroups: 1 };
  await call('PUT', nsg, placed);
  const properties = {
    addressSpace: { addressPrefixes: ['10.0.0.0/16'] },
    subnets: [{ name: 'a', properties: { addressPrefix: '10.0.0.0/24', networkSecurityGroup: { id: nsg } } }],
  };
  const put = () => call('PUT', `${network}/virtualNetworks/one`, { ...placed, properties });
  expect(await put()).toMatchObject({ status: 409, code: 'ReferencedResourceNotProvisioned' });
  double.advance(5);
  expect((await put()).status).toBe(201);
});

it('shows a thing whose operation failed, until it is asked for again', async () => {
  double.knobs.failOperation = (action) =>
    action === 'PUT networkSecurityGroups' ? { code: 'InternalServerError', message: 'Sorry.' } : undefined;
  const begun = await call('PUT', nsg, placed);
  expect((await call('GET', String(begun.headers.get('azure-asyncoperation')))).body).toEqual({
    status: 'Failed',
    error: { code: 'InternalServerError', message: 'Sorry.' },
  });
  expect(await stateOf(nsg)).toBe('Failed');
  double.knobs.failOperation = () => undefined;
  await call('PUT', nsg, placed);
  expect(await stateOf(nsg)).toBe('Succeeded');
});

it('keeps a group whose deletion failed', async () => {
  double.knobs.failOperation = (action) =>
    action === 'DELETE resourceGroups' ? { code: 'InternalServerError', message: 'Sorry.' } : undefined;
  const begun = await call('DELETE', group);
  expect(await call('GET', String(begun.headers.get('location')))).toMatchObject({
    status: 409,
    code: 'InternalServerError',
  });
  expect(await stateOf(group)).toBe('Succeeded');
});

it('takes a thing of the network away in its own time', async () => {
  await call('PUT', nsg, placed);
  double.knobs.polls = { default: 1 };
  const begun = await call('DELETE', nsg);
  expect([begun.status, begun.headers.has('azure-asyncoperation')]).toEqual([202, true]);
  expect(await stateOf(nsg)).toBe('Deleting');
  expect((await call('GET', nsg)).status).toBe(404);
});

it('hides what is new from looks and lists, not from writes', async () => {
  double.knobs.hideSeconds = 30;
  expect((await call('PUT', nsg, placed)).status).toBe(201);
  await call('PUT', `${identities}/one`, placed);
  expect((await call('GET', nsg)).status).toBe(404);
  expect((await call('GET', `${network}/networkSecurityGroups`)).body).toEqual({ value: [] });
  expect((await call('PUT', nsg, placed)).status).toBe(200);
  double.advance(30);
  expect((await call('GET', nsg)).status).toBe(200);
  expect((await call('GET', double.publicZone.id)).status).toBe(200);
});

it('does not know operations of others', async () => {
  const begun = await call('PUT', nsg, placed);
  const operation = String(begun.headers.get('azure-asyncoperation'));
  expect((await call('GET', operation.replace(/operation-\d+/, 'operation-999'))).status).toBe(404);
});
