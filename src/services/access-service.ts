import { findAccessGrant, insertAccessGrant, removeAccessGrant } from '../db/repositories/access-grants.ts';
import { recordChange } from '../db/repositories/change-record.ts';
import { findCluster } from '../db/repositories/clusters.ts';
import { actorOf } from '../domain/access/actor.ts';
import type { Sealer } from '../domain/credential/sealed.ts';
import { BerthError } from '../domain/shared/error.ts';
import { describeAudit } from './audit.ts';
import type { AccessService } from './contract.ts';
import { guardService } from './database-guard.ts';
import type { ServiceDependencies } from './dependencies.ts';
import { notFound } from './preconditions.ts';
import type { Waiters } from './waiters.ts';

/** How long the caller is kept waiting for a worker. */
const patienceMs = 20_000;

const notReady = (detail: string): BerthError =>
  new BerthError('not-ready', detail, { retryAfterSeconds: 10 });

/**
 * Access to a cluster is asked for here and given by a worker: this process reaches no cluster. The kubeconfig
 * passes through the database sealed, is handed out once and then forgotten.
 */
export const createAccessService = (
  deps: ServiceDependencies,
  sealer: Sealer,
  waiters: Waiters,
): AccessService => {
  const { database } = deps;
  return guardService({
    issueKubeconfig: async (context, clusterId, ttlSeconds, signal) => {
      const tenant = database.tenant(context);
      const cluster = await findCluster(tenant, clusterId);
      if (cluster === undefined) throw notFound();
      const { endpoints } = cluster.status;
      if (endpoints.api === undefined) throw notReady('The API server of the cluster does not answer yet.');
      const id = deps.newId('accessGrant');
      await database.withTenant(context, async (tx) => {
        await insertAccessGrant(tx, { id, clusterId, actor: actorOf(context.principal).id, ttlSeconds });
        await recordChange(tx, {
          audit: describeAudit(deps, context, {
            action: 'clusters.kubeconfig',
            targetId: clusterId,
            audit: { after: { ttlSeconds } },
          }),
          wakes: [{ queue: 'access', targetId: id }],
          traceparent: context.traceparent,
          at: deps.clock(),
        });
      });
      const answer = await waiters.waitFor(
        id,
        async () => {
          const grant = await findAccessGrant(tenant, id);
          return grant === undefined || grant.state !== 'requested' ? (grant ?? 'gone') : undefined;
        },
        patienceMs,
        signal,
      );
      await removeAccessGrant(tenant, id);
      if (answer === undefined) throw notReady('No worker could fetch the kubeconfig in time. Try again.');
      if (answer === 'gone') throw notFound();
      if (answer.sealed === undefined || answer.expiresAt === undefined) {
        throw notReady(answer.error?.detail ?? 'The cluster gives no access yet.');
      }
      const kubeconfig = await sealer.open(
        { tenantId: context.tenantId, kind: 'kubeconfig', id },
        answer.sealed,
      );
      return { kubeconfig, expiresAt: answer.expiresAt };
    },
  });
};
