import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/domain/shared/json.ts';
import { placed, useDouble } from './azure-client.ts';

const { double, call, network } = await useDouble();
const zone = `${network}/privateDnsZones/payments.example.org`;
const vnet = `${network}/virtualNetworks/one`;
const link = `${zone}/virtualNetworkLinks/one`;
const everywhere = { location: 'global' };
const linkTo = (id: string): JsonObject => ({
  ...everywhere,
  properties: { virtualNetwork: { id }, registrationEnabled: false },
});

const makeVnet = (id = vnet) =>
  call('PUT', id, { ...placed, properties: { addressSpace: { addressPrefixes: ['10.0.0.0/16'] } } });

const namesOf = async (path: string) => {
  const names: unknown[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const { body } = await call('GET', next);
    names.push(...(body['value'] as JsonObject[]).map(({ name }) => name));
    next = body['nextLink'] as string | undefined;
  }
  return names;
};

it('has private zones and links everywhere or nowhere', async () => {
  expect((await call('PUT', zone, placed)).code).toBe('LocationNotAvailableForResourceType');
  expect((await call('PUT', zone, everywhere)).status).toBe(202);
});

it('links a zone to a network that is there, once', async () => {
  await call('PUT', zone, everywhere);
  expect((await call('PUT', link, linkTo(vnet))).code).toBe('InvalidResourceReference');
  expect((await call('PUT', link, everywhere)).code).toBe('BadRequest');
  await makeVnet();
  await makeVnet(`${network}/virtualNetworks/two`);
  expect((await call('PUT', link, linkTo(vnet))).status).toBe(202);
  expect((await call('PUT', link, linkTo(vnet))).status).toBe(202);
  expect(await call('PUT', `${link}-more`, linkTo(vnet))).toMatchObject({ status: 409, code: 'Conflict' });
  expect((await call('PUT', link, linkTo(`${network}/virtualNetworks/two`))).code).toBe('Conflict');
});

it('keeps a zone that has links', async () => {
  await call('PUT', zone, everywhere);
  await makeVnet();
  await call('PUT', link, linkTo(vnet));
  expect(await call('DELETE', zone)).toMatchObject({ status: 409, code: 'CannotDeleteResource' });
  await call('DELETE', link);
  expect((await call('DELETE', zone)).status).toBe(202);
  expect((await call('GET', zone)).status).toBe(404);
});

it('lists the records of the public zone page by page', async () => {
  double.foreign.records('payments');
  const { id } = double.publicZone;
  const first = (await call('GET', `${id}/recordsets`)).body;
  expect((first['value'] as JsonObject[]).map(({ type }) => type)).toEqual([
    'Microsoft.Network/dnsZones/NS',
    'Microsoft.Network/dnsZones/SOA',
  ]);
  expect(first['nextLink']).toMatch(/^https:\/\/management\.azure\.com\/subscriptions\//);
  const all = ['@', '@', 'www', '@', '*.apps.payments'];
  expect(await namesOf(`${id}/recordsets`)).toEqual(all);
  expect(await namesOf(`${id}/all`)).toEqual(all);
  expect(await namesOf(`${id}/A`)).toEqual(['www', '*.apps.payments']);
});

it('takes records away, not those that make the zone', async () => {
  double.foreign.records('payments');
  const { id } = double.publicZone;
  expect(double.census()).toContain('A *.apps.payments');
  expect((await call('DELETE', `${id}/A/*.apps.payments`)).status).toBe(200);
  expect((await call('DELETE', `${id}/A/${encodeURIComponent('*.apps.payments')}`)).status).toBe(204);
  expect(double.census()).not.toContain('A *.apps.payments');
  expect((await call('DELETE', `${id}/SOA/@`)).code).toBe('BadRequest');
});

it('lists nothing of a zone that is not there', async () => {
  const lost = double.publicZone.id.replace(/example\.org$/, 'example.net');
  expect(await call('GET', `${lost}/recordsets`)).toMatchObject({
    status: 404,
    code: 'ParentResourceNotFound',
  });
});
