import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestWorld, type TestTenant, type TestWorld } from '../../harness/test-world.ts';

// An operation that a deletion overtakes has ended: whoever waits for it is told, and so are those who follow events.

let world: TestWorld;
let tenant: TestTenant;

beforeAll(async () => {
  world = await createTestWorld();
  tenant = await world.createTenant('acme');
});
afterAll(() => world.close());

const createCluster = (name: string) =>
  world.services.clusters.createCluster(tenant.context, {
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

const createPool = (clusterId: string) =>
  world.services.nodePools.createNodePool(tenant.context, {
    clusterId,
    name: 'workers',
    labels: {},
    spec: { replicas: 1 },
  });

/** Waits for the operation while `overtake` runs; the wait is far longer than the test may take. */
const waitThrough = async (operationId: string, overtake: () => Promise<unknown>) => {
  const signal = AbortSignal.timeout(10_000);
  const waiting = world.services.operations.waitForOperation(tenant.context, operationId, 60, signal);
  await overtake();
  const operation = await waiting;
  expect(signal.aborted).toBe(false);
  return operation;
};

const endsOf = async (operationId: string) => {
  const { rows } = await world.testDatabase.pool.query(
    `SELECT cluster_id, data FROM events WHERE type = 'berth.operation.ended.v1' AND subject = $1`,
    [operationId],
  );
  return rows;
};

const superseded = {
  code: 'superseded',
  detail: 'A deletion was requested before this operation had ended.',
  retryable: false,
  party: 'user',
};

describe('an operation that a deletion overtakes', () => {
  it('ends for those who wait for it and in the events: of a cluster and of its pools', async () => {
    const { resource, operation } = await createCluster('overtaken');
    const pool = await createPool(resource.id);
    const ended = await waitThrough(operation.id, () =>
      world.services.clusters.deleteCluster(tenant.context, resource.id, undefined),
    );
    expect(ended).toMatchObject({ state: 'cancelled', error: superseded });
    expect(await endsOf(operation.id)).toEqual([
      {
        cluster_id: resource.id,
        data: { type: 'cluster.create', state: 'cancelled', targetId: resource.id, error: superseded },
      },
    ]);
    expect(await endsOf(pool.operation.id)).toHaveLength(1);
  });

  it('ends likewise when only the node pool is deleted', async () => {
    const { resource, operation: clusterOperation } = await createCluster('kept');
    const pool = await createPool(resource.id);
    const ended = await waitThrough(pool.operation.id, () =>
      world.services.nodePools.deleteNodePool(tenant.context, pool.resource.id, undefined),
    );
    expect(ended.state).toBe('cancelled');
    expect(await endsOf(pool.operation.id)).toHaveLength(1);
    expect(await endsOf(clusterOperation.id)).toEqual([]);
  });
});
