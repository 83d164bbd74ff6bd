import { beforeEach, describe, expect, it } from 'vitest';
import type { CloudSession, OwnedResource } from '../../../../src/providers/infrastructure/contract.ts';
import { gcpRequest } from '../../../harness/gcp/gcp-requests.ts';
import { createGcpWorld } from './gcp-world.ts';

let world: ReturnType<typeof createGcpWorld>;
let session: CloudSession;

const labels = {
  'berth-instance': 'prod',
  'berth-tenant': 'ten_01jzc8w2q5e8rv9n3k7m4x6t0d',
  'berth-cluster': 'cl_b2c3d4e5f6g7h',
  'berth-infra': 'b2c3d4e5f6g7h',
};

/** One of each kind that carries labels, in whichever zone or region. */
const addLabelled = (more: object = labels, name = 'left'): void => {
  for (const [kind, scope] of [
    ['instances', 'zones/us-east1-b'],
    ['disks', 'zones/europe-west1-c'],
    ['addresses', 'regions/us-east1'],
    ['forwardingRules', 'regions/europe-west1'],
    ['snapshots', 'global'],
  ])
    world.gcp.add(`projects/acme-clusters/${scope}/${kind}/${name}`, { labels: { ...more } });
  world.gcp.world.buckets.set(`bucket-${name}`, {
    data: { name: `bucket-${name}`, labels: { ...more }, timeCreated: '2026-11-01T00:00:00Z' },
    objects: ['a', 'b', 'c'],
  });
};

beforeEach(async () => {
  world = createGcpWorld();
  session = await world.open('destroy');
  await (await world.live()).create();
  addLabelled();
  world.gcp.log.length = 0;
});

const removeAll = async (found: readonly OwnedResource[]): Promise<void> => {
  let rest = found;
  for (let round = 0; round < 10 && rest.length > 0; round += 1) {
    const left: OwnedResource[] = [];
    for (const resource of rest)
      if ((await session.removeOwned(resource, 'prod')) !== 'gone') left.push(resource);
    world.advance(30);
    rest = left;
  }
  expect(rest).toEqual([]);
};

describe('what carries our mark', () => {
  it('is listed whole, of every kind and region, in the order in which it can go', async () => {
    const owned = await session.listOwned('prod', ['europe-west1']);
    expect(owned.map(({ type, name }) => `${type} ${name}`)).toEqual([
      'instance left',
      'forwardingRule left',
      'address left',
      'disk left',
      'snapshot left',
      'firewall b2c3d4e5f6g7h-allow-kubelet',
      'router b2c3d4e5f6g7h-router',
      'subnet b2c3d4e5f6g7h-subnet',
      'network b2c3d4e5f6g7h-network',
      'serviceAccount b2c3d4e5f6g7h-nodepool-mgmt@acme-clusters.iam.gserviceaccount.com',
      'serviceAccount b2c3d4e5f6g7h-ctrlplane-op@acme-clusters.iam.gserviceaccount.com',
      'serviceAccount b2c3d4e5f6g7h-cloud-controller@acme-clusters.iam.gserviceaccount.com',
      'serviceAccount b2c3d4e5f6g7h-gcp-pd-csi@acme-clusters.iam.gserviceaccount.com',
      'serviceAccount b2c3d4e5f6g7h-image-registry@acme-clusters.iam.gserviceaccount.com',
      'serviceAccount b2c3d4e5f6g7h-cloud-network@acme-clusters.iam.gserviceaccount.com',
      'workloadIdentityPool b2c3d4e5f6g7h-wi-pool',
      'bucket bucket-left',
    ]);
    expect(owned[0]).toEqual({
      type: 'instance',
      id: 'projects/acme-clusters/zones/us-east1-b/instances/left',
      name: 'left',
      infraId: 'b2c3d4e5f6g7h',
      tenantId: 'ten_01jzc8w2q5e8rv9n3k7m4x6t0d',
      clusterId: 'cl_b2c3d4e5f6g7h',
      region: 'us-east1',
      createdAt: expect.stringMatching(/^2026-12-01T/),
      isProtected: false,
    });
    expect(owned.find(({ type }) => type === 'serviceAccount')).toMatchObject({
      createdAt: '2026-12-01T00:00:00.000Z',
    });
    expect(owned.find(({ type }) => type === 'bucket')).toMatchObject({
      createdAt: '2026-11-01T00:00:00.000Z',
    });
    expect(world.writes()).toEqual([]);
  });

  it('is not what another installation made, nor what only looks like it', async () => {
    addLabelled({ ...labels, 'berth-instance': 'prod-2' }, 'other');
    addLabelled({ 'kubernetes-io-cluster-b2c3d4e5f6g7h': 'owned' }, 'unmarked');
    world.gcp.add(world.path('networks', 'b2c3d4e5f6g7h-network-2'), {
      description: 'like berth-instance=product',
    });
    const owned = await session.listOwned('prod', []);
    expect(owned.length).toBe(17);
    expect(await session.listOwned('prod-2', [])).toHaveLength(6);
  });

  it('is removed until nothing is left, the pools kept by Google not counted', async () => {
    await removeAll(await session.listOwned('prod', []));
    expect(await session.listOwned('prod', [])).toEqual([]);
    expect(world.gcp.census().filter((line) => !line.includes('deleted:'))).toEqual([]);
  });

  it('is read again before it goes: what is protected, changed hands or gone is not touched', async () => {
    const owned = await session.listOwned('prod', []);
    const disk = owned.find(({ type }) => type === 'disk');
    const instance = owned.find(({ type }) => type === 'instance');
    const snapshot = owned.find(({ type }) => type === 'snapshot');
    if (disk === undefined || instance === undefined || snapshot === undefined) throw new Error('missing');
    const set = (id: string, more: object): void => {
      const resource = world.gcp.world.resources.get(id);
      if (resource !== undefined) resource.data = { ...resource.data, labels: { ...labels, ...more } };
    };
    set(disk.id, { 'berth-do-not-delete': '' });
    set(instance.id, { 'berth-infra': 'bzzzzzzzzzzzz' });
    world.gcp.world.resources.delete(snapshot.id);
    expect(await session.removeOwned(disk, 'prod')).toMatchObject({ code: 'Protected' });
    expect(await session.removeOwned(instance, 'prod')).toMatchObject({ code: 'NotOurs' });
    expect(await session.removeOwned(snapshot, 'prod')).toBe('gone');
    expect(world.writes()).toEqual([]);
    expect((await session.listOwned('prod', [])).find(({ id }) => id === disk.id)?.isProtected).toBe(true);
  });

  it('that something hangs on is named with what is in the way', async () => {
    const network = (await session.listOwned('prod', [])).find(({ type }) => type === 'network');
    if (network === undefined) throw new Error('missing');
    expect(await session.removeOwned(network, 'prod')).toMatchObject({
      code: 'resourceInUseByAnotherResource',
    });
  });

  it('of a kind that is not known is refused', async () => {
    const resource = { type: 'cluster', id: 'x', infraId: 'b', isProtected: false };
    await expect(session.removeOwned(resource, 'prod')).rejects.toMatchObject({ code: 'UnknownType' });
  });
});

it('is found in a project with a second cluster by its prefix', async () => {
  await (await world.live(gcpRequest('bzzzzzzzzzzzz'))).create();
  const owned = await session.listOwned('prod', []);
  expect(new Set(owned.map(({ infraId }) => infraId))).toEqual(new Set(['b2c3d4e5f6g7h', 'bzzzzzzzzzzzz']));
});
