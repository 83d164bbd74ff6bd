import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/db/database.ts';
import { appendOutdated, claimTurns } from '../../../src/db/outbox.ts';
import { wakeVanished } from '../../../src/db/repositories/management-clusters.ts';
import { saveObservations } from '../../../src/db/repositories/observations.ts';
import { relayOutdated } from '../../../src/workers/status-relay.ts';
import { createTestWorld, newId, type TestTenant, type TestWorld } from '../../harness/test-world.ts';

let world: TestWorld;
let tenant: TestTenant;
let clusterIds: readonly string[];

const create = async (name: string): Promise<string> => {
  const { resource } = await world.services.clusters.createCluster(tenant.context, {
    name,
    labels: {},
    spec: {
      version: '4.20.3',
      platform: { type: 'kubevirt', kubevirt: {} },
      dns: { baseDomain: 'example.com' },
      pullSecretCredentialId: tenant.pullSecretId,
    },
    nodePools: [],
  });
  return resource.id;
};

beforeAll(async () => {
  world = await createTestWorld();
  tenant = await world.createTenant('acme');
  clusterIds = [await create('one'), await create('two')];
});
afterAll(() => world.close());
beforeEach(() => world.testDatabase.pool.query('DELETE FROM outbox'));

let version = 100;

/** As the watcher stores what it has seen. */
const observe = (clusterId: string, message: string, gone = false): Promise<void> =>
  world.database.withSystem(async (tx) => {
    version += 1;
    const conditions = [{ type: 'Available', status: 'False', message }];
    const changed = await saveObservations(
      tx,
      [
        {
          id: clusterId,
          clusterId,
          kind: 'HostedCluster',
          resourceVersion: String(version),
          gone,
          ...(gone ? {} : { state: { uid: 'u', deleting: false, paused: false, conditions, endpoints: {} } }),
        },
      ],
      undefined,
    );
    await appendOutdated(tx, changed);
    if (gone) await wakeVanished(tx, changed);
  });

const shown = async (clusterId: string): Promise<string | undefined> => {
  const { status } = await world.services.clusters.getCluster(tenant.context, clusterId);
  return status.hostedCluster.conditions[0]?.message;
};

const relay = (database: Database = world.database): Promise<boolean> =>
  relayOutdated({ database, newId, logger: world.logger });

const left = async (): Promise<readonly string[]> =>
  (await world.testDatabase.pool.query('SELECT queue, target_id FROM outbox ORDER BY id')).rows.map(
    (row) => `${row.queue} ${row.target_id}`,
  );

/** As if the relay that claimed had died eleven seconds ago. */
const age = () =>
  world.testDatabase.pool.query(`UPDATE outbox SET claimed_until = claimed_until - interval '11 seconds'`);

/** A database in which every transaction of a tenant fails. */
const broken = (): Database => ({
  ...world.database,
  withTenant: () => Promise.reject(new Error('connection terminated')),
});

describe('what was observed', () => {
  it('is shown after a round, once for however many sightings', async () => {
    const [one = '', two = ''] = clusterIds;
    await observe(one, 'first');
    await observe(one, 'second');
    await observe(two, 'other');
    await relay();
    expect([await shown(one), await shown(two)]).toEqual(['second', 'other']);
    expect(await left()).toEqual([]);
  });

  it('is shown later when its projection fails', async () => {
    const [one = ''] = clusterIds;
    await observe(one, 'late');
    expect(await relay(broken())).toBe(false);
    expect(await shown(one)).not.toBe('late');
    expect(await left()).toEqual([`status ${one}`]);
    await age();
    await relay();
    expect(await shown(one)).toBe('late');
    expect(await left()).toEqual([]);
  });

  it('is not taken for a job of the queue, nor a job for it', async () => {
    const [one = ''] = clusterIds;
    await observe(one, 'apart');
    expect(await claimTurns(world.database.system(), 'cluster', 10)).toEqual([]);
    await relay();
    expect(await shown(one)).toBe('apart');
  });

  it('brings a reconciler when the object is gone', async () => {
    const [one = ''] = clusterIds;
    await world.testDatabase.pool.query("UPDATE clusters SET next_attempt_at = now() + interval '1 hour'");
    await observe(one, '', true);
    expect(await left()).toEqual([`status ${one}`, `cluster ${one}`]);
    // The ring may be lost, or come while the reconciler is busy with what it knew before.
    const { rows } = await world.testDatabase.pool.query(
      'SELECT id FROM clusters WHERE next_attempt_at <= now() AND wakes > 0',
    );
    expect(rows).toEqual([{ id: one }]);
    await relay();
    expect(await left()).toEqual([`cluster ${one}`]);
  });

  it('is noted in no other way when nothing has changed', async () => {
    const [, two = ''] = clusterIds;
    await observe(two, 'same');
    await relay();
    await observe(two, 'same');
    expect(await left()).toEqual([]);
    expect(await relay()).toBe(false);
  });
});
