import type { TenantTx } from '../db/database.ts';
import { appendEvents } from '../db/event-log.ts';
import { recordChange } from '../db/repositories/change-record.ts';
import {
  cancelOpenOperations,
  markNodePoolDeleted,
  saveNodePoolSpec,
} from '../db/repositories/cluster-change.ts';
import { lockCluster } from '../db/repositories/clusters.ts';
import { findNodePool, listClusterNodePools, lockNodePool } from '../db/repositories/node-pools.ts';
import { findOperation } from '../db/repositories/operations.ts';
import type { Cluster } from '../domain/cluster/cluster.ts';
import type { NodePool } from '../domain/node-pool/node-pool.ts';
import { admitNodePoolUpdate } from '../domain/node-pool/node-pool-admission.ts';
import type { NodePoolSpec } from '../domain/node-pool/node-pool-spec.ts';
import type { OperationType } from '../domain/operation/operation.ts';
import { operationEnded } from '../domain/operation/operation-ended.ts';
import { chargeOf } from '../domain/quota/charge.ts';
import { BerthError } from '../domain/shared/error.ts';
import type { JsonObject } from '../domain/shared/json.ts';
import { mergePatch } from '../domain/shared/merge-patch.ts';
import { acceptedOperation } from './accepted-operation.ts';
import { describeChange } from './change.ts';
import type { NodePoolService, ResourcePatch } from './contract.ts';
import type { CreateClusterDependencies } from './create-cluster.ts';
import { findOpenNamespaces } from './open-namespaces.ts';
import { checkIfMatch, notFound, refuseWhileDeleting } from './preconditions.ts';
import type { RequestContext } from './request-context.ts';

/** Locks the cluster first and the pool then, always in this order. */
const lockPair = async (tx: TenantTx, id: string): Promise<{ cluster: Cluster; pool: NodePool }> => {
  const seen = await findNodePool(tx, id);
  const cluster = seen && (await lockCluster(tx, seen.clusterId));
  const pool = seen && (await lockNodePool(tx, id));
  if (cluster === undefined || pool === undefined) throw notFound();
  return { cluster, pool };
};

const merge = (pool: NodePool, change: ResourcePatch) => {
  const before = { labels: pool.labels, spec: pool.spec as unknown as JsonObject };
  const merged = mergePatch(before, change.patch as JsonObject) as JsonObject;
  const problems = change.validate(merged);
  if (problems.length > 0) {
    throw new BerthError('malformed-request', 'The changed resource would not be valid.', { problems });
  }
  return merged as unknown as { labels: Readonly<Record<string, string>>; spec: NodePoolSpec };
};

export const createNodePoolChanges = (
  deps: CreateClusterDependencies,
): Pick<NodePoolService, 'updateNodePool' | 'deleteNodePool'> => {
  const { database } = deps;

  const finish = async (
    tx: TenantTx,
    context: RequestContext,
    type: Extract<OperationType, 'nodePool.update' | 'nodePool.delete'>,
    before: NodePool,
    after: NodePool,
  ) => {
    const operationId = after.operationId ?? '';
    const asJson = (pool: NodePool): JsonObject => ({
      labels: pool.labels,
      spec: pool.spec as unknown as JsonObject,
    });
    await recordChange(
      tx,
      describeChange(deps, context, {
        type,
        targetKind: 'nodePool',
        targetId: after.id,
        clusterId: after.clusterId,
        projectId: after.projectId,
        generation: after.generation,
        operationId,
        event:
          type === 'nodePool.update' ? 'berth.nodePool.updated.v1' : 'berth.nodePool.deletionRequested.v1',
        eventData: { name: after.name },
        audit:
          type === 'nodePool.update'
            ? { before: asJson(before), after: asJson(after) }
            : { before: asJson(before) },
        wakes: [{ queue: 'node-pool', targetId: after.id }],
        response: {},
        at: after.updatedAt,
      }),
    );
    const operation = acceptedOperation({
      tenantId: context.tenantId,
      id: operationId,
      type,
      target: { kind: 'nodePool', id: after.id, clusterId: after.clusterId },
      generation: after.generation,
      at: after.updatedAt,
    });
    return { resource: after, operation, replayed: false };
  };

  const changed = (pool: NodePool, change: Partial<NodePool>): NodePool => ({
    ...pool,
    ...change,
    operationId: deps.newId('operation'),
    updatedAt: deps.clock(),
    generation: pool.generation + 1,
    revision: pool.revision + 1,
  });

  return {
    updateNodePool: async (context, id, change) => {
      const releases = await deps.catalogue.all();
      return database.withTenant(context, async (tx) => {
        const { cluster, pool } = await lockPair(tx, id);
        checkIfMatch(pool, change.ifMatch);
        refuseWhileDeleting(pool);
        const { labels, spec } = merge(pool, change);
        const problems = admitNodePoolUpdate({
          cluster,
          nodePool: pool,
          labels,
          spec,
          siblings: await listClusterNodePools(tx, cluster.id),
          releases,
          openNamespaces: await findOpenNamespaces(tx, cluster.spec, spec),
        });
        const wanted = spec.version;
        const isSame = wanted === pool.spec.version;
        const release =
          isSame || wanted === undefined ? pool.release : releases.find(({ version }) => version === wanted);
        if (problems.length > 0 || release === undefined) {
          throw new BerthError(
            'admission-refused',
            'The node pool cannot be changed as asked. See `errors`.',
            { problems },
          );
        }
        const { version, image } = release;
        const after = changed(pool, { labels, spec, release: { version, image } });
        const { operationId = '', updatedAt: at } = after;
        const charge = chargeOf(cluster.spec.platform.type, spec);
        await saveNodePoolSpec(tx, { id, labels, spec, release: after.release, charge, operationId, at });
        return finish(tx, context, 'nodePool.update', pool, after);
      });
    },
    deleteNodePool: (context, id, ifMatch) =>
      database.withTenant(context, async (tx) => {
        const { pool } = await lockPair(tx, id);
        checkIfMatch(pool, ifMatch);
        if (pool.deletionRequestedAt !== undefined) {
          const running =
            pool.operationId === undefined ? undefined : await findOperation(tx, pool.operationId);
          if (running === undefined)
            throw new BerthError('resource-deleting', 'The cluster of this node pool is being deleted.');
          return { resource: pool, operation: running, replayed: false };
        }
        const after = changed(pool, { deletionRequestedAt: deps.clock() });
        const { operationId = '', updatedAt: at } = after;
        await markNodePoolDeleted(tx, id, operationId, at);
        const target = { clusterId: pool.clusterId, targetId: id };
        const cancelled = await cancelOpenOperations(tx, target, operationId, at);
        await appendEvents(
          tx,
          pool.projectId,
          cancelled.map((ended) => operationEnded(ended, deps.newId)),
          at,
        );
        return finish(tx, context, 'nodePool.delete', pool, after);
      }),
  };
};
