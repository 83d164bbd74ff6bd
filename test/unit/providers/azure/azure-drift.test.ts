import { beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/domain/shared/json.ts';
import { type AzureWorld, createAzureWorld, infraId } from './azure-world.ts';

let world: AzureWorld;
let life: ReturnType<AzureWorld['live']>;
let made: readonly string[];

const network = '2023-11-01';
const identityVersion = '2023-01-31';
const roles = '2022-04-01';

beforeEach(async () => {
  world = await createAzureWorld();
  life = world.live();
  await life.create();
  world.double.advance(600);
  made = world.double.census();
});

/** Reads a thing, changes it, and writes it back, as somebody in the portal does. */
const change = async (
  id: string,
  apiVersion: string,
  by: (body: JsonObject) => JsonObject,
): Promise<void> => {
  const { body } = await world.call('GET', id, apiVersion);
  const { status } = await world.call('PUT', id, apiVersion, by(body));
  expect(status).toBeLessThan(300);
  world.double.advance(60);
  // Ends what goes on.
  await world.call('GET', id, apiVersion);
};

const inProperties =
  (members: JsonObject) =>
  (body: JsonObject): JsonObject => ({
    ...body,
    properties: { ...(body['properties'] as JsonObject), ...members },
  });

/** Repairs until nothing is left to repair. */
const repairs = async (): Promise<readonly string[]> => {
  world.double.calls.length = 0;
  const { repaired } = await life.checkUntilDone();
  world.double.advance(60);
  expect(await life.checkUntilDone()).toMatchObject({ repaired: [], failures: [] });
  return repaired;
};

const identity = (suffix: string): string =>
  `${world.group}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/${infraId}-${suffix}`;

describe('what somebody changed by hand', () => {
  it('of the network is put right, and a further subnet is left', async () => {
    const vnet = world.networkThing('virtualNetworks');
    await change(
      vnet,
      network,
      inProperties({
        addressSpace: { addressPrefixes: ['10.0.0.0/16', '10.50.0.0/16'] },
        subnets: [
          { name: 'default', properties: { addressPrefix: '10.0.0.0/24' } },
          { name: 'theirs', properties: { addressPrefix: '10.0.9.0/24' } },
        ],
      }),
    );
    await repairs();
    expect(world.propertiesOf(`${vnet}/subnets/default`)).toMatchObject({
      networkSecurityGroup: { id: world.networkThing('networkSecurityGroups', `${infraId}-nsg`) },
    });
    expect(world.double.look(`${vnet}/subnets/theirs`)).toBeDefined();
    expect(world.propertiesOf(vnet)['addressSpace']).toEqual({
      addressPrefixes: ['10.50.0.0/16', '10.0.0.0/16'],
    });
  });

  it('of a credential is put right: no other audience, issuer or account gets in', async () => {
    const credential = `${identity('ingress')}/federatedIdentityCredentials/${infraId}-ingress-fed-0`;
    await change(
      credential,
      identityVersion,
      inProperties({ issuer: 'https://evil.example.org', audiences: ['other'] }),
    );
    expect(await repairs()).toHaveLength(2);
    expect(world.propertiesOf(credential)).toMatchObject({
      issuer: `https://oidc.example.org/${infraId}`,
      audiences: ['openshift'],
    });
  });

  it('of the load balancer is put right, without what services of the cluster have added', async () => {
    const balancer = world.networkThing('loadBalancers');
    world.double.foreign.services(`berth-${infraId}`, infraId);
    await change(balancer, network, inProperties({ outboundRules: [] }));
    await repairs();
    expect(world.writes()).toEqual(['PUT loadBalancers']);
    const { frontendIPConfigurations, loadBalancingRules, outboundRules } = world.propertiesOf(balancer) as {
      readonly [name: string]: readonly { readonly name: string }[];
    };
    expect(frontendIPConfigurations?.map(({ name }) => name)).toEqual(['service', infraId]);
    expect(loadBalancingRules).toHaveLength(1);
    expect(outboundRules?.map(({ name }) => name)).toEqual([infraId]);
  });

  it('adds no tags and no rules: they stay as somebody wants them', async () => {
    const guard = world.networkThing('networkSecurityGroups', `${infraId}-nsg`);
    await change(guard, network, (body) => ({
      ...inProperties({ securityRules: [{ name: 'ssh', properties: { priority: 100 } }] })(body),
      tags: { ...(body['tags'] as JsonObject), owner: 'somebody' },
    }));
    expect(await repairs()).toEqual([]);
    expect(world.writes()).toEqual([]);
    expect(world.double.look(guard)).toMatchObject({ tags: { owner: 'somebody' } });
  });

  it('of our marks is no longer ours: it is left alone and told', async () => {
    const address = world.networkThing('publicIPAddresses');
    await change(address, network, (body) => ({ ...body, tags: {} }));
    const { failures } = await life.check();
    expect(failures.map(({ step, kind }) => [step, kind])).toEqual([['publicIp', 'foreign']]);
  });
});

describe('what somebody took away by hand', () => {
  const assignments = (): readonly string[] =>
    world.double
      .census()
      .filter((line) => line.startsWith('roleAssignments'))
      .map((line) => line.split(' ')[1] ?? '');

  it('of the roles is given again', async () => {
    const [name = ''] = assignments();
    for (const scope of [world.group, world.double.publicZone.id.split('/providers/')[0] ?? ''])
      await world.call('DELETE', `${scope}/providers/Microsoft.Authorization/roleAssignments/${name}`, roles);
    expect(assignments()).toHaveLength(7);
    await repairs();
    expect(world.double.census()).toEqual(made);
  });

  it('of the identities is made again, with its trusts and roles, and everybody learns its new id', async () => {
    const before = life.journal.get('clientId/ingress')?.externalId;
    await world.call('DELETE', identity('ingress'), identityVersion);
    await repairs();
    expect(world.double.census()).toEqual(made);
    const after = life.journal.get('clientId/ingress')?.externalId;
    expect(after).not.toBe(before);
    const { principalId } = world.propertiesOf(identity('ingress'));
    const given = world.double.calls.filter(
      ({ action, status, body }) =>
        action === 'PUT roleAssignments' &&
        status === 201 &&
        JSON.stringify(body).includes(String(principalId)),
    );
    expect(given).toHaveLength(2);
  });

  it('of the zone is made again with its link', async () => {
    const zone = world.networkThing('privateDnsZones', 'payments.example.org');
    await world.call('DELETE', `${zone}/virtualNetworkLinks/${infraId}`, '2020-06-01');
    world.double.advance(60);
    await world.call('GET', `${zone}/virtualNetworkLinks/${infraId}`, '2020-06-01');
    await world.call('DELETE', zone, '2020-06-01');
    world.double.advance(60);
    await world.call('GET', zone, '2020-06-01');
    expect(world.double.look(zone)).toBeUndefined();
    await repairs();
    expect(world.double.census()).toEqual(made);
  });

  it('of the group is everything, and is made again', async () => {
    await world.call('DELETE', world.group, '2022-09-01');
    world.double.advance(600);
    await world.call('GET', world.group, '2022-09-01');
    expect(world.double.look(world.group)).toBeUndefined();
    await repairs();
    expect(world.double.census()).toEqual(made);
  });

  it('is no obstacle to the end', async () => {
    await world.call('DELETE', world.group, '2022-09-01');
    world.double.advance(600);
    world.double.calls.length = 0;
    await life.destroy();
    expect(world.double.census()).toEqual([]);
    expect(world.double.calls.length).toBeLessThan(20);
  });
});
