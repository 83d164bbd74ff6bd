import { appendEvents } from '../db/event-log.ts';
import { markClusterDeleted } from '../db/repositories/cluster-change.ts';
import { lockCluster } from '../db/repositories/clusters.ts';
import { findOperation } from '../db/repositories/operations.ts';
import type { Cluster } from '../domain/cluster/cluster.ts';
import { hasManagedInfrastructure } from '../domain/cluster/cluster-infrastructure.ts';
import { operationEnded } from '../domain/operation/operation-ended.ts';
import { BerthError } from '../domain/shared/error.ts';
import { acceptedOperation } from './accepted-operation.ts';
import { describeChange } from './change.ts';
import type { ClusterService } from './contract.ts';
import type { ServiceDependencies } from './dependencies.ts';
import { checkIfMatch, notFound } from './preconditions.ts';

const refuseWhenProtected = (cluster: Cluster): void => {
  if (cluster.spec.deletionProtection !== true) return;
  throw new BerthError('deletion-protected', 'Set `spec.deletionProtection` to false first.', {
    problems: [
      {
        pointer: '/spec/deletionProtection',
        code: 'protected',
        detail: 'The cluster is protected against deletion.',
      },
    ],
  });
};

/** Marks the cluster and its pools; workers take them away. A second delete answers with the first one's operation. */
export const createClusterDeletion =
  (deps: ServiceDependencies): ClusterService['deleteCluster'] =>
  (context, id, ifMatch) =>
    deps.database.withTenant(context.tenantId, async (tx) => {
      const cluster = await lockCluster(tx, id);
      if (cluster === undefined) throw notFound();
      if (cluster.deletionRequestedAt !== undefined) {
        const running =
          cluster.operationId === undefined ? undefined : await findOperation(tx, cluster.operationId);
        if (running !== undefined) {
          if (ifMatch !== undefined) checkIfMatch(cluster, ifMatch);
          return { resource: cluster, operation: running, replayed: false };
        }
      }
      checkIfMatch(cluster, ifMatch);
      refuseWhenProtected(cluster);
      const operationId = deps.newId('operation');
      const hasInfrastructure = hasManagedInfrastructure(cluster);
      const at = deps.clock();
      const generation = cluster.generation + 1;
      const cancelled = await markClusterDeleted(
        tx,
        { id, operationId, at },
        describeChange(deps, context, {
          type: 'cluster.delete',
          hasInfrastructure,
          targetKind: 'cluster',
          targetId: id,
          clusterId: id,
          generation,
          operationId,
          event: 'berth.cluster.deletionRequested.v1',
          eventData: { name: cluster.name },
          audit: { before: { name: cluster.name } },
          wakes: [{ queue: 'cluster', targetId: id }],
          response: {},
          at,
        }),
      );
      await appendEvents(
        tx,
        cancelled.map((ended) => operationEnded(ended, deps.newId)),
        at,
      );
      const operation = acceptedOperation({
        tenantId: context.tenantId,
        id: operationId,
        type: 'cluster.delete',
        hasInfrastructure,
        target: { kind: 'cluster', id, clusterId: id },
        generation,
        at,
      });
      const resource = {
        ...cluster,
        status: { ...cluster.status, phase: 'deleting' as const },
        deletionRequestedAt: at,
        operationId,
        updatedAt: at,
        generation,
        revision: cluster.revision + 1,
      };
      return { resource, operation, replayed: false };
    });
