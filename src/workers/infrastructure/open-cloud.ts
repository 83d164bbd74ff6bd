import { findCloudCredential } from '../../db/repositories/cloud-credentials.ts';
import type { ClusterWork } from '../../db/repositories/cluster-work.ts';
import { platformOf } from '../../domain/platforms/platforms.ts';
import { type AccessPhase, CloudError, type CloudSession } from '../../providers/infrastructure/contract.ts';
import { cloudAccessOf } from '../cloud-access.ts';
import { demandSafeCredential } from '../credential-gate.ts';
import type { WorkerDependencies } from '../dependencies.ts';
import { otherAccounts } from './other-accounts.ts';

/** Opens the cloud account of a cluster with the credential that its spec names. For one pass; whoever opens closes. */
export const openCloud = async (
  deps: Pick<WorkerDependencies, 'database' | 'sealer' | 'clouds' | 'logger'>,
  { cluster }: ClusterWork,
  phase: AccessPhase,
): Promise<CloudSession> => {
  const { tenantId, id: clusterId, spec } = cluster;
  const rules = platformOf(spec.platform.type);
  const provider = deps.clouds.providerOf(rules.type);
  if (provider === undefined)
    throw new CloudError('credentials', 'NotConfigured', `This installation does not reach ${rules.title}.`);
  const credentialId = rules.cloudCredentialId(spec);
  const credential =
    credentialId === undefined
      ? undefined
      : await findCloudCredential(deps.database.tenant(tenantId), credentialId);
  if (credential === undefined)
    throw new CloudError(
      'credentials',
      'NoCredential',
      'The spec names no credential that opens the account.',
    );
  // What was made is taken away whatever has become of the trust since.
  if (phase !== 'destroy') await demandSafeCredential(deps, tenantId, credential.id);
  const access = await cloudAccessOf(deps, tenantId, credential, { phase, clusterId });
  const others = await otherAccounts(deps, spec, access);
  return provider.open({ ...access, ...others }, rules.regionOf(spec) ?? '');
};
