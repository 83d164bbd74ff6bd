import type { Cluster } from '../../../src/domain/cluster/cluster.ts';
import { desiredReplicas } from '../../../src/domain/node-pool/desired-replicas.ts';
import type { NodePool } from '../../../src/domain/node-pool/node-pool.ts';
import { initialNodePoolStatus } from '../../../src/domain/node-pool/node-pool-status.ts';
import type { NewPool, NodePoolService } from '../../../src/services/contract.ts';
import { applyPatch } from './apply-patch.ts';
import { acceptOperation } from './operations.ts';
import { checkIfMatch, owned, pageOf, type World } from './world.ts';

export const addNodePool = (
  world: World,
  cluster: Cluster,
  input: NewPool,
  operationId?: string,
): NodePool => {
  const at = world.now();
  const pool: NodePool = {
    tenantId: cluster.tenantId,
    id: world.newId('nodePool'),
    clusterId: cluster.id,
    projectId: cluster.projectId,
    name: input.name,
    labels: input.labels,
    generation: 1,
    revision: 1,
    createdAt: at,
    updatedAt: at,
    spec: input.spec,
    release: cluster.release,
    status: initialNodePoolStatus(desiredReplicas(input.spec)),
    operationId,
  };
  world.nodePools.set(pool.id, pool);
  return pool;
};

export const createFakeNodePools = (world: World): NodePoolService => ({
  createNodePool: async (context, input) => {
    world.calls.push('createNodePool');
    return world.once(context, () => {
      const cluster = owned(world.clusters, context.tenantId, input.clusterId);
      const operationId = world.newId('operation');
      const resource = addNodePool(world, cluster, input, operationId);
      return { resource, operation: acceptOperation(world, resource, 'nodePool.create', operationId) };
    });
  },
  getNodePool: async ({ tenantId }, id) => owned(world.nodePools, tenantId, id),
  listNodePools: async ({ tenantId }, page, filter) => {
    const matches = [...world.nodePools.values()].filter(
      (pool) =>
        pool.tenantId === tenantId &&
        (filter.clusterId === undefined || pool.clusterId === filter.clusterId) &&
        (filter.name === undefined || pool.name === filter.name),
    );
    return pageOf(matches, page);
  },
  updateNodePool: async ({ tenantId }, id, change) => {
    world.calls.push('updateNodePool');
    const before = owned(world.nodePools, tenantId, id);
    checkIfMatch(before, change.ifMatch);
    const operationId = world.newId('operation');
    const resource = {
      ...applyPatch(before, change),
      operationId,
      generation: before.generation + 1,
      revision: before.revision + 1,
      updatedAt: world.now(),
    };
    world.nodePools.set(id, resource);
    return {
      resource,
      operation: acceptOperation(world, resource, 'nodePool.update', operationId),
      replayed: false,
    };
  },
  deleteNodePool: async ({ tenantId }, id, ifMatch) => {
    world.calls.push('deleteNodePool');
    const before = owned(world.nodePools, tenantId, id);
    checkIfMatch(before, ifMatch);
    const operationId = world.newId('operation');
    const resource: NodePool = {
      ...before,
      operationId,
      revision: before.revision + 1,
      deletionRequestedAt: world.now(),
      status: { ...before.status, phase: 'deleting' },
    };
    world.nodePools.set(id, resource);
    return {
      resource,
      operation: acceptOperation(world, resource, 'nodePool.delete', operationId),
      replayed: false,
    };
  },
});
