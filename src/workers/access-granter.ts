import { answerAccessGrant, findAccessGrant } from '../db/repositories/access-grants.ts';
import { loadClusterWork } from '../db/repositories/cluster-work.ts';
import { issueGuestKubeconfig } from '../providers/management-cluster/guest-access.ts';
import type { WorkerDependencies } from './dependencies.ts';
import { failureOf } from './reconcile-step.ts';

const decode = (base64: string): string => Buffer.from(base64, 'base64').toString('utf8');

interface AdminAccess {
  readonly kubeconfig: string;
  readonly clusterName: string;
}

/** The administrator's kubeconfig, read from the management cluster and kept nowhere. */
const readAdminAccess = async (
  deps: WorkerDependencies,
  tenantId: string,
  clusterId: string,
): Promise<AdminAccess | undefined> => {
  const work = await loadClusterWork(deps.database.tenant(tenantId), clusterId);
  const name = work?.observation?.state?.kubeconfigSecret;
  if (work?.placement === undefined || name === undefined) return undefined;
  const client = await deps.connections.get(work.placement.managementClusterId);
  const secret = await client.get({
    apiVersion: 'v1',
    kind: 'Secret',
    namespace: work.placement.namespace,
    name,
  });
  const data = secret?.data?.['kubeconfig'];
  if (typeof data !== 'string') return undefined;
  return { kubeconfig: decode(data), clusterName: work.placement.hostedClusterName };
};

/** Answers a request for access with a kubeconfig of its own, sealed for the process that asked. */
export const grantAccess = async (deps: WorkerDependencies, tenantId: string, id: string): Promise<void> => {
  const tx = deps.database.tenant(tenantId);
  const grant = await findAccessGrant(tx, id);
  if (grant?.state !== 'requested') return;
  try {
    const admin = await readAdminAccess(deps, tenantId, grant.clusterId);
    if (admin === undefined) {
      await answerAccessGrant(tx, id, {
        error: { code: 'not-ready', detail: 'The cluster has no kubeconfig yet.' },
      });
      return;
    }
    const { kubeconfig, expiresAt } = await issueGuestKubeconfig({
      adminKubeconfig: admin.kubeconfig,
      clusterName: admin.clusterName,
      ttlSeconds: grant.ttlSeconds,
      subject: id,
    });
    const sealed = await deps.sealer.seal({ tenantId, kind: 'kubeconfig', id }, kubeconfig);
    await answerAccessGrant(tx, id, { sealed, expiresAt });
    deps.logger.info(
      { clusterId: grant.clusterId, tenantId, accessGrantId: id, expiresAt },
      'access granted',
    );
  } catch (error) {
    const failure = failureOf(error);
    deps.logger.warn(
      { clusterId: grant.clusterId, accessGrantId: id, failure },
      'access could not be granted',
    );
    await answerAccessGrant(tx, id, { error: { code: failure.code, detail: failure.message } });
  }
};
