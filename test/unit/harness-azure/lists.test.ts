import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/domain/shared/json.ts';
import { placed, useDouble } from './azure-client.ts';

const { double, call, subscription, group, network, identities } = await useDouble();

const listAll = async (path: string, filter?: string): Promise<readonly JsonObject[]> => {
  const found: JsonObject[] = [];
  const query = filter === undefined ? '' : `?${new URLSearchParams({ $filter: filter })}`;
  for (let next: string | undefined = `${path}${query}`; next !== undefined; ) {
    const { body } = await call('GET', next);
    found.push(...(body['value'] as JsonObject[]));
    next = body['nextLink'] as string | undefined;
  }
  return found;
};

const namesOf = (entries: readonly JsonObject[]) => entries.map(({ name }) => name);

it('lists groups by tag, page by page', async () => {
  for (const [index, instance] of ['prod', 'prod', 'Prod', 'prod'].entries())
    await call('PUT', `${subscription}/resourceGroups/g${index}`, {
      ...placed,
      tags: { 'Berth-Instance': instance },
    });
  const groups = `${subscription}/resourceGroups`;
  const first = await call(
    'GET',
    `${groups}?${new URLSearchParams({ $filter: "tagName eq 'berth-instance' and tagValue eq 'prod'" })}`,
  );
  expect(namesOf(first.body['value'] as JsonObject[])).toEqual(['g0', 'g1']);
  expect(first.body['nextLink']).toContain('skiptoken');
  expect(namesOf(await listAll(groups, "tagName eq 'berth-instance' and tagValue eq 'prod'"))).toEqual([
    'g0',
    'g1',
    'g3',
  ]);
  expect(namesOf(await listAll(groups, "tagName eq 'berth-instance'"))).toEqual(['g0', 'g1', 'g2', 'g3']);
  expect(namesOf(await listAll(groups))).toEqual(['dns', 'berth-one', 'g0', 'g1', 'g2', 'g3']);
  expect((await call('GET', `${groups}?$filter=tags['x'] eq 'y'`)).code).toBe('InvalidFilterInQueryString');
});

it('lists what is in a group, in the subscription, in another thing', async () => {
  await call('PUT', `${network}/networkSecurityGroups/one`, { ...placed, tags: { a: 'b' } });
  await call('PUT', `${identities}/one`, placed);
  await call('PUT', `${identities}/one/federatedIdentityCredentials/first`, {
    properties: { issuer: 'https://a.example', subject: 's', audiences: ['a'] },
  });
  expect(namesOf(await listAll(`${group}/resources`))).toEqual(['one', 'one']);
  expect(await listAll(`${subscription}/resources`, "tagName eq 'a' and tagValue eq 'b'")).toMatchObject([
    { type: 'Microsoft.Network/networkSecurityGroups' },
  ]);
  expect(namesOf(await listAll(`${subscription}/resources`, "resourceGroup eq 'DNS'"))).toEqual([
    'example.org',
  ]);
  expect(namesOf(await listAll(`${identities}/one/federatedIdentityCredentials`))).toEqual(['first']);
  expect(namesOf(await listAll(identities))).toEqual(['one']);
  expect(namesOf(await listAll(`${subscription}/providers/Microsoft.Network/dnsZones`))).toEqual([
    'example.org',
  ]);
});

it('lists nothing of what is not there', async () => {
  const lost = `${subscription}/resourceGroups/lost`;
  expect(await call('GET', `${lost}/resources`)).toMatchObject({
    status: 404,
    code: 'ResourceGroupNotFound',
  });
  expect((await call('GET', `${lost}/providers/Microsoft.Network/virtualNetworks`)).status).toBe(404);
  expect((await call('GET', `${identities}/lost/federatedIdentityCredentials`)).code).toBe(
    'ParentResourceNotFound',
  );
});

describe('the subscription', () => {
  it('says who and where it is', async () => {
    expect((await call('GET', subscription)).body).toMatchObject({
      subscriptionId: double.subscriptionId,
      tenantId: double.tenantId,
      state: 'Enabled',
    });
    expect(namesOf(await listAll(`${subscription}/locations`))).toEqual(['westeurope', 'northeurope']);
  });

  it('offers sizes by location, with zones, architecture and what keeps them away', async () => {
    const skus = await listAll(
      `${subscription}/providers/Microsoft.Compute/skus`,
      "location eq 'northeurope'",
    );
    expect(namesOf(skus)).toEqual(['Standard_D4s_v5', 'Standard_D8s_v5', 'Standard_D4ps_v5']);
    expect(skus[2]).toMatchObject({
      resourceType: 'virtualMachines',
      locationInfo: [{ location: 'northeurope', zones: [] }],
      restrictions: [{ reasonCode: 'NotAvailableForSubscription' }],
    });
    const [first] = await listAll(
      `${subscription}/providers/Microsoft.Compute/skus`,
      "location eq 'westeurope'",
    );
    expect(first).toMatchObject({ locationInfo: [{ zones: ['1', '2', '3'] }], restrictions: [] });
  });

  it('says which services it knows', async () => {
    double.knobs.unregistered.add('Microsoft.Storage');
    const services = await listAll(`${subscription}/providers`);
    expect(services.map(({ namespace, registrationState }) => [namespace, registrationState])).toEqual([
      ['Microsoft.Authorization', 'Registered'],
      ['Microsoft.Compute', 'Registered'],
      ['Microsoft.KeyVault', 'Registered'],
      ['Microsoft.ManagedIdentity', 'Registered'],
      ['Microsoft.Network', 'Registered'],
      ['Microsoft.Storage', 'NotRegistered'],
    ]);
  });

  it('counts cores by family', async () => {
    double.knobs.usedCores['standardDSv5Family'] = 60;
    const usages = await listAll(`${subscription}/providers/Microsoft.Compute/locations/westeurope/usages`);
    expect(
      usages.map(({ name, currentValue, limit }) => [(name as JsonObject)['value'], currentValue, limit]),
    ).toEqual([
      ['cores', 0, 100],
      ['standardDSv5Family', 60, 100],
      ['standardDPSv5Family', 0, 100],
    ]);
  });

  it('counts what is used', async () => {
    double.knobs.limits['publicIPAddresses'] = 10;
    await call('PUT', `${network}/publicIPAddresses/one`, { ...placed, properties: {} });
    const usages = await listAll(`${subscription}/providers/Microsoft.Network/locations/westeurope/usages`);
    expect(usages).toContainEqual(
      expect.objectContaining({
        name: { value: 'PublicIPAddresses', localizedValue: 'PublicIPAddresses' },
        currentValue: 1,
        limit: 10,
      }),
    );
    const metrics = await call(
      'GET',
      `${subscription}/providers/Microsoft.Authorization/roleAssignmentsUsageMetrics`,
    );
    expect(metrics.body).toEqual({ roleAssignmentsLimit: 4000, roleAssignmentsCurrentCount: 0 });
  });
});
