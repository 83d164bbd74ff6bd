import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostedClusterApiVersion } from '../../../src/domain/shared/kube-names.ts';
import type { KubeRef } from '../../../src/domain/shared/kube-object.ts';
import { createFakeManagementCluster } from '../../../src/providers/management-cluster/fake.ts';
import { reconcileCluster } from '../../../src/workers/cluster-reconciler.ts';
import type { WorkerDependencies } from '../../../src/workers/dependencies.ts';
import { reconcileNodePool } from '../../../src/workers/node-pool-reconciler.ts';
import { createTestWorld, newId, type TestTenant, type TestWorld } from '../../harness/test-world.ts';

// Nothing watches the management cluster here: what is stored of an object is what Berth's own calls were told.

let world: TestWorld;
let tenant: TestTenant;
let deps: WorkerDependencies;
const fake = createFakeManagementCluster();
const deletes: string[] = [];

beforeAll(async () => {
  world = await createTestWorld();
  tenant = await world.createTenant('acme');
  const { id } = await world.registerManagementCluster('mc');
  await world.testDatabase.pool.query(
    `UPDATE management_clusters SET reachable = true, has_routes = true, supported_minors = '{4.20}' WHERE id = $1`,
    [id],
  );
  const client = {
    ...fake,
    delete: (ref: KubeRef, preconditions: { uid: string }) => {
      deletes.push(ref.kind);
      return fake.delete(ref, preconditions);
    },
  };
  deps = {
    ...world,
    connections: { get: async () => client, ids: async () => [id], close: async () => undefined },
    newId,
    random: () => 0.5,
    holder: 'test',
  };
});
afterAll(() => world.close());

describe('a deletion while the watch is behind', () => {
  it('is asked for once, and then looked at, although the last that was heard is that the object is there', async () => {
    const { resource } = await world.services.clusters.createCluster(tenant.context, {
      name: 'paused',
      labels: {},
      spec: {
        version: '4.20.3',
        platform: { type: 'kubevirt', kubevirt: {} },
        dns: { baseDomain: 'example.com' },
        pullSecretCredentialId: tenant.pullSecretId,
      },
      nodePools: [{ name: 'workers', replicas: 1 }],
    });
    await reconcileCluster(deps, tenant.id, resource.id);
    const pools = await world.services.nodePools.listNodePools(tenant.context, { limit: 1 }, {});
    const poolId = pools.items[0]?.id ?? '';
    await reconcileNodePool(deps, tenant.id, poolId);
    const made = fake.operator.objects().filter(({ apiVersion }) => apiVersion === hostedClusterApiVersion);
    for (const { apiVersion, kind, metadata } of made) {
      const { name, namespace = '' } = metadata;
      fake.operator.mergePatch(
        { apiVersion, kind, namespace, name },
        { metadata: { finalizers: ['hypershift.openshift.io/finalizer'] }, spec: { pausedUntil: 'true' } },
      );
    }

    await world.services.clusters.deleteCluster(tenant.context, resource.id, undefined);
    await reconcileCluster(deps, tenant.id, resource.id);
    await reconcileNodePool(deps, tenant.id, poolId);
    expect(deletes).toEqual(['HostedCluster', 'NodePool']);
    const { rows } = await world.testDatabase.pool.query(
      'SELECT next_attempt_at > now() AS waits FROM clusters UNION ALL SELECT next_attempt_at > now() FROM node_pools',
    );
    expect(rows).toEqual([{ waits: true }, { waits: true }]);
  });
});
