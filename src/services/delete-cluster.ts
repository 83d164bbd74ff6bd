import type { TenantTx } from '../db/database.ts';
import { appendEvents } from '../db/event-log.ts';
import { forceClusterDeletion, markClusterDeleted } from '../db/repositories/cluster-change.ts';
import { lockCluster } from '../db/repositories/clusters.ts';
import { findOperation } from '../db/repositories/operations.ts';
import { actorOf } from '../domain/access/actor.ts';
import type { Cluster } from '../domain/cluster/cluster.ts';
import { hasManagedInfrastructure } from '../domain/cluster/cluster-infrastructure.ts';
import { operationEnded } from '../domain/operation/operation-ended.ts';
import { BerthError } from '../domain/shared/error.ts';
import type { JsonObject } from '../domain/shared/json.ts';
import { acceptedOperation } from './accepted-operation.ts';
import { recordSimpleChange } from './audit.ts';
import { describeChange } from './change.ts';
import type { ClusterService } from './contract.ts';
import type { ServiceDependencies } from './dependencies.ts';
import { checkIfMatch, notFound } from './preconditions.ts';
import type { RequestContext } from './request-context.ts';

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

/** A forced deletion leaves things behind that somebody pays for: who wanted it, and why, is written down. */
const noteForce = async (
  tx: TenantTx,
  deps: ServiceDependencies,
  context: RequestContext,
  id: string,
  force: { readonly reason: string } | undefined,
): Promise<void> => {
  if (force === undefined) return;
  const { reason } = force;
  await forceClusterDeletion(tx, id, { reason, actor: actorOf(context.principal).id, at: deps.clock() });
};

const auditOfForce = (force: { readonly reason: string } | undefined): JsonObject =>
  force === undefined ? {} : { after: { force: { reason: force.reason } } };

/** Force that comes to a deletion under way: there is no other change that its record could be part of. */
const forceOnItsOwn = async (
  tx: TenantTx,
  deps: ServiceDependencies,
  context: RequestContext,
  id: string,
  force: { readonly reason: string } | undefined,
): Promise<void> => {
  if (force === undefined) return;
  await noteForce(tx, deps, context, id, force);
  const audit = auditOfForce(force);
  await recordSimpleChange(tx, deps, context, {
    action: 'clusters.forceDelete',
    targetId: id,
    audit,
    response: {},
  });
};

/** Marks the cluster and its pools; workers take them away. A second delete answers with the first one's operation. */
export const createClusterDeletion =
  (deps: ServiceDependencies): ClusterService['deleteCluster'] =>
  (context, id, ifMatch, force) =>
    deps.database.withTenant(context, async (tx) => {
      const cluster = await lockCluster(tx, id);
      if (cluster === undefined) throw notFound();
      if (cluster.deletionRequestedAt !== undefined) {
        const running =
          cluster.operationId === undefined ? undefined : await findOperation(tx, cluster.operationId);
        if (running !== undefined) {
          if (ifMatch !== undefined) checkIfMatch(cluster, ifMatch);
          await forceOnItsOwn(tx, deps, context, id, force);
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
          projectId: cluster.projectId,
          generation,
          operationId,
          event: 'berth.cluster.deletionRequested.v1',
          eventData: { name: cluster.name },
          audit: { before: { name: cluster.name }, ...auditOfForce(force) },
          wakes: [{ queue: 'cluster', targetId: id }],
          response: {},
          at,
        }),
      );
      await noteForce(tx, deps, context, id, force);
      await appendEvents(
        tx,
        cluster.projectId,
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
