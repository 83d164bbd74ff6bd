import type { TenantTx } from '../db/database.ts';
import { appendEvents } from '../db/event-log.ts';
import { assertLease, type Lease } from '../db/lease.ts';
import { type ClusterWork, removeCluster, wakeCluster } from '../db/repositories/cluster-work.ts';
import { type NodePoolWork, removeNodePool } from '../db/repositories/node-pool-work.ts';
import { listOpenOperations, noteLeftBehind } from '../db/repositories/operations.ts';
import { saveOperation } from '../db/repositories/projection.ts';
import type { NewEvent } from '../domain/event/event.ts';
import { operationEnded } from '../domain/operation/operation-ended.ts';
import { projectOperation } from '../domain/operation/operation-progress.ts';
import type { WorkerDependencies } from './dependencies.ts';

/** Ends the open operations of something that is gone: its deletion has come off. */
const endOperations = async (
  tx: TenantTx,
  deps: WorkerDependencies,
  targetId: string,
  now: string,
  platform: string,
): Promise<readonly NewEvent[]> => {
  const events: NewEvent[] = [];
  for (const operation of await listOpenOperations(tx, targetId)) {
    const ended = projectOperation(operation, {
      now,
      isStageDone: () => true,
      isConverged: true,
      hasStarted: true,
    });
    await saveOperation(tx, ended, platform);
    events.push(operationEnded(ended, deps.newId));
  }
  return events;
};

/** Nothing is left on the management cluster: the row goes, the name is free, the operation ends; one commit. */
export const finalizeCluster = (deps: WorkerDependencies, lease: Lease, work: ClusterWork): Promise<void> => {
  const { cluster, now } = work;
  return deps.database.withTenant(cluster.tenantId, async (tx) => {
    await assertLease(tx, lease);
    if (work.leftBehind !== undefined) await noteLeftBehind(tx, cluster.id, work.leftBehind);
    const ended = await endOperations(tx, deps, cluster.id, now, cluster.spec.platform.type);
    const deleted: NewEvent = {
      id: deps.newId('event'),
      type: 'berth.cluster.deleted.v1',
      subject: cluster.id,
      clusterId: cluster.id,
      data: {
        name: cluster.name,
        generation: cluster.generation,
        ...(work.leftBehind === undefined
          ? {}
          : { leftBehind: work.leftBehind.map((left) => ({ ...left })) }),
      },
    };
    await removeCluster(tx, cluster.id);
    await appendEvents(tx, cluster.projectId, [deleted, ...ended], now);
    deps.logger.info({ clusterId: cluster.id, tenantId: cluster.tenantId }, 'cluster is gone');
  });
};

/** As finalizeCluster, for a node pool; its cluster is woken, which may be waiting for it. */
export const finalizeNodePool = (
  deps: WorkerDependencies,
  lease: Lease,
  work: NodePoolWork,
  platform: string,
): Promise<void> => {
  const { nodePool, now } = work;
  return deps.database.withTenant(nodePool.tenantId, async (tx) => {
    await assertLease(tx, lease);
    const ended = await endOperations(tx, deps, nodePool.id, now, platform);
    const deleted: NewEvent = {
      id: deps.newId('event'),
      type: 'berth.nodePool.deleted.v1',
      subject: nodePool.id,
      clusterId: nodePool.clusterId,
      data: { name: nodePool.name, generation: nodePool.generation },
    };
    await removeNodePool(tx, nodePool.id);
    await wakeCluster(tx, nodePool.clusterId);
    await appendEvents(tx, nodePool.projectId, [deleted, ...ended], now);
    deps.logger.info({ nodePoolId: nodePool.id, clusterId: nodePool.clusterId }, 'node pool is gone');
  });
};
