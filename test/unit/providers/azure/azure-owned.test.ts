import { beforeEach, describe, expect, it } from 'vitest';
import type { CloudSession, OwnedResource } from '../../../../src/providers/infrastructure/contract.ts';
import { azureRequest } from '../../../harness/azure/azure-requests.ts';
import { type AzureWorld, createAzureWorld, infraId } from './azure-world.ts';

let world: AzureWorld;
let session: CloudSession;

beforeEach(async () => {
  world = await createAzureWorld();
  session = await world.open('destroy');
});

const list = (): Promise<readonly OwnedResource[]> => session.listOwned('prod', ['westeurope']);

/** As the leak finder does it: what stands on others comes again. */
const removeAll = async (found: readonly OwnedResource[]): Promise<void> => {
  let rest = found;
  for (let round = 0; round < 20 && rest.length > 0; round += 1) {
    const left: OwnedResource[] = [];
    for (const resource of rest)
      if ((await session.removeOwned(resource, 'prod')) !== 'gone') left.push(resource);
    world.double.advance(30);
    rest = left;
  }
  expect(rest).toEqual([]);
};

describe('what carries our mark', () => {
  it('is listed whole, in the order in which it can go', async () => {
    await world.live().create();
    const owned = await list();
    const types = owned.map(({ type }) => type);
    expect([...new Set(types)]).toEqual([
      'roleAssignment',
      'loadBalancer',
      'publicIp',
      'privateZoneLink',
      'privateZone',
      'virtualNetwork',
      'securityGroup',
      'identity',
      'resourceGroup',
    ]);
    expect(types.filter((type) => type === 'roleAssignment')).toHaveLength(8);
    expect(types.filter((type) => type === 'identity')).toHaveLength(7);
    expect(owned.at(-1)).toEqual({
      type: 'resourceGroup',
      id: world.group,
      name: `berth-${infraId}`,
      infraId,
      tenantId: 'ten_01jzc8w2q5e8rv9n3k7m4x6t0d',
      clusterId: 'cl_b2c3d4e5f6g7h',
      region: 'westeurope',
      createdAt: '2026-12-01T00:00:00.000Z',
      isProtected: false,
    });
  });

  it('is shown under the ids and types that are recorded of it', async () => {
    const life = world.live();
    await life.create();
    const listed = new Map((await list()).map(({ id, type }) => [id, type]));
    const types = session.ownedTypes ?? [];
    const recorded = life.journal.rows().filter(({ type }) => types.includes(type));
    expect(recorded.length).toBe(listed.size);
    expect(recorded.filter(({ externalId = '', type }) => listed.get(externalId) !== type)).toEqual([]);
  });

  it('of other installations, and of nobody, is not', async () => {
    const other = world.live({ ...azureRequest(), instance: 'stage' });
    await other.create();
    world.double.furnish(`${world.subscription}/resourceGroups/plain`, 'Microsoft.Resources/resourceGroups', {
      location: 'westeurope',
    });
    expect(await list()).toEqual([]);
    expect((await session.listOwned('stage', [])).length).toBeGreaterThan(20);
  });

  it('is no list at all when a part of it could not be read', async () => {
    await world.live().create();
    world.double.knobs.refuse = ({ action, query }) =>
      action === 'LIST resources' && query.has('$skiptoken')
        ? { status: 503, code: 'ServiceUnavailable', message: 'No.' }
        : undefined;
    await expect(list()).rejects.toMatchObject({ kind: 'transient' });
  });

  it('is removed to the last', async () => {
    await world.live().create();
    await removeAll(await list());
    expect(world.double.census()).toEqual([]);
    expect(await list()).toEqual([]);
  });
});

describe('what was listed', () => {
  const groupOf = async (): Promise<OwnedResource> => {
    const found = (await list()).find(({ type }) => type === 'resourceGroup');
    if (found === undefined) throw new Error('there is no group');
    return found;
  };

  const tagGroup = async (tags: Record<string, string>): Promise<void> => {
    await world.call('PUT', world.group, '2022-09-01', { location: 'westeurope', tags });
  };

  beforeEach(async () => {
    await world.live().create();
  });

  it('and has lost our mark since stays', async () => {
    const group = await groupOf();
    await tagGroup({ owner: 'somebody' });
    expect(await session.removeOwned(group, 'prod')).toMatchObject({ code: 'NotOurs' });
    expect(world.double.look(world.group)).toBeDefined();
  });

  it('and is of another cluster since stays', async () => {
    const group = await groupOf();
    await tagGroup({ 'berth-instance': 'prod', 'berth-infra-id': 'other' });
    expect(await session.removeOwned(group, 'prod')).toMatchObject({ code: 'NotOurs' });
  });

  it('and is protected is shown as such, and stays', async () => {
    await tagGroup({ 'berth-instance': 'prod', 'berth-infra-id': infraId, 'berth-do-not-delete': 'true' });
    const group = await groupOf();
    expect(group.isProtected).toBe(true);
    expect(await session.removeOwned(group, 'prod')).toMatchObject({ code: 'Protected' });
    expect(world.double.look(world.group)).toBeDefined();
  });

  it('and has gone since is gone', async () => {
    const group = await groupOf();
    await removeAll(await list());
    expect(await session.removeOwned(group, 'prod')).toBe('gone');
  });

  it('of an unknown type is not removed', async () => {
    const group = await groupOf();
    await expect(session.removeOwned({ ...group, type: 'disk' }, 'prod')).rejects.toMatchObject({
      kind: 'invalid',
    });
  });

  it('and cannot be seen is not gone', async () => {
    const group = await groupOf();
    world.double.knobs.refuse = ({ action }) =>
      action === 'GET resourceGroups'
        ? { status: 403, code: 'AuthorizationFailed', message: 'No.' }
        : undefined;
    await expect(session.removeOwned(group, 'prod')).rejects.toMatchObject({ kind: 'permission' });
  });

  it('and is locked says so', async () => {
    const group = await groupOf();
    world.double.knobs.locked.add(`berth-${infraId}`);
    expect(await session.removeOwned(group, 'prod')).toMatchObject({ code: 'ScopeLocked' });
  });
});
