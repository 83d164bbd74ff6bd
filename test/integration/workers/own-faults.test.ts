import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakeManagementCluster } from '../../../src/providers/management-cluster/fake.ts';
import { reconcileCluster } from '../../../src/workers/cluster-reconciler.ts';
import type { WorkerDependencies } from '../../../src/workers/dependencies.ts';
import { reconcileNodePool } from '../../../src/workers/node-pool-reconciler.ts';
import { putOffOnFault } from '../../../src/workers/own-faults.ts';
import { startDeadlineWatch } from '../../../src/workers/resync.ts';
import { createTestSealer } from '../../harness/test-sealer.ts';
import {
  createTestWorld,
  eventually,
  newId,
  type TestTenant,
  type TestWorld,
} from '../../harness/test-world.ts';

let world: TestWorld;
let tenant: TestTenant;
let deps: WorkerDependencies;

beforeAll(async () => {
  world = await createTestWorld();
  tenant = await world.createTenant('acme');
  const { id } = await world.registerManagementCluster('mc');
  await world.testDatabase.pool.query(
    `UPDATE management_clusters SET reachable = true, has_routes = true, supported_minors = '{4.20}' WHERE id = $1`,
    [id],
  );
  const fake = createFakeManagementCluster();
  deps = {
    ...world,
    connections: { get: async () => fake, ids: async () => [id], close: async () => undefined },
    // As after a start with another BERTH_ENCRYPTION_KEY: no stored secret can be opened.
    sealer: createTestSealer(),
    newId,
    random: () => 0.5,
    holder: 'test',
  };
});
afterAll(() => world.close());

const createCluster = async (name: string): Promise<string> => {
  const { resource } = await world.services.clusters.createCluster(tenant.context, {
    name,
    labels: {},
    spec: {
      version: '4.20.3',
      platform: { type: 'kubevirt', kubevirt: {} },
      dns: { baseDomain: 'example.com' },
      pullSecretCredentialId: tenant.pullSecretId,
    },
    nodePools: [{ name: 'workers', replicas: 1 }],
  });
  return resource.id;
};

const isDue = async (table: 'clusters' | 'node_pools', id: string): Promise<boolean> => {
  const { rows } = await world.testDatabase.pool.query(
    `SELECT next_attempt_at <= now() AS due FROM ${table} WHERE id = $1`,
    [id],
  );
  return rows[0].due;
};

const condition = async (id: string) => {
  const { status } = await world.services.clusters.getCluster(tenant.context, id);
  return status.conditions.find(({ type }) => type === 'Reconciled');
};

describe('a reconciliation that meets a fault of our own', () => {
  it('is put off, and the status of the cluster says so', async () => {
    const id = await createCluster('sealed');
    const wake = { tenantId: tenant.id, targetId: id };
    for (const _ of [1, 2]) await putOffOnFault(deps, 'cluster', wake, reconcileCluster);
    expect(await isDue('clusters', id)).toBe(false);
    expect(await condition(id)).toMatchObject({ status: 'False', reason: 'InternalFault' });
  });

  it('is put off for a node pool likewise, and goes on once the fault is mended', async () => {
    const clusterId = await createCluster('pool');
    const { items } = await world.services.nodePools.listNodePools(
      tenant.context,
      { limit: 1 },
      { clusterId },
    );
    const id = items[0]?.id ?? '';
    const wake = { tenantId: tenant.id, targetId: id };
    await putOffOnFault(deps, 'node-pool', wake, () => Promise.reject(new Error('a fault')));
    expect(await isDue('node_pools', id)).toBe(false);
    const pool = await world.services.nodePools.getNodePool(tenant.context, id);
    expect(pool.status.waitingOn?.reason).toBe('InternalFault');
    await putOffOnFault(deps, 'node-pool', wake, reconcileNodePool);
    expect(await isDue('node_pools', id)).toBe(false);
  });

  it('stays due when the database is away', async () => {
    const id = await createCluster('away');
    const wake = { tenantId: tenant.id, targetId: id };
    const lost = () => Promise.reject(new Error('Connection terminated unexpectedly'));
    await expect(putOffOnFault(deps, 'cluster', wake, lost)).rejects.toThrow('terminated');
    expect(await isDue('clusters', id)).toBe(true);
  });
});

describe('a status that cannot be projected', () => {
  it('does not keep those behind it from being judged by the clock', async () => {
    const broken = await createCluster('broken');
    const late = await createCluster('late');
    const { pool } = world.testDatabase;
    await pool.query(`UPDATE clusters SET status = '{}' WHERE id = $1`, [broken]);
    await pool.query(`UPDATE operations SET deadline_at = now() - interval '1 hour' WHERE target_id = $1`, [
      late,
    ]);
    const watch = startDeadlineWatch(deps, 50);
    try {
      await eventually(
        'the judgement',
        async () => {
          const { status } = await world.services.clusters.getCluster(tenant.context, late);
          return status.phase === 'failed';
        },
        5,
      );
    } finally {
      await watch.stop();
    }
  });
});
