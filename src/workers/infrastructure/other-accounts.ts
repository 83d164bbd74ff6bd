import { findCloudCredential } from '../../db/repositories/cloud-credentials.ts';
import type { ClusterSpec } from '../../domain/cluster/cluster-spec.ts';
import { platformOf } from '../../domain/platforms/platforms.ts';
import type { CloudAccess } from '../../providers/infrastructure/contract.ts';
import { cloudAccessOf } from '../cloud-access.ts';
import { demandSafeCredential } from '../credential-gate.ts';
import type { WorkerDependencies } from '../dependencies.ts';

/** Further accounts of the same cloud that a spec refers to, such as that of a shared VPC; empty when there are none. */
export const otherAccounts = async (
  deps: Pick<WorkerDependencies, 'database' | 'sealer' | 'clouds' | 'logger'>,
  spec: ClusterSpec,
  access: CloudAccess,
): Promise<Pick<CloudAccess, 'others'>> => {
  const { tenantId, credentialId, kind, phase } = access;
  const ids = platformOf(spec.platform.type)
    .credentials(spec)
    .filter((reference) => reference.id !== credentialId && reference.kinds.some((other) => other === kind))
    .map(({ id }) => id);
  if (ids.length === 0) return {};
  const tx = deps.database.tenant(tenantId);
  // As with the account itself: what was made is taken away whatever has become of the trust since.
  if (phase !== 'destroy') for (const id of ids) await demandSafeCredential(deps, tenantId, id);
  const found = await Promise.all([...new Set(ids)].map((id) => findCloudCredential(tx, id)));
  // One that is not there is missed by the step that needs its account.
  const others = await Promise.all(
    found.flatMap((credential) =>
      credential?.kind === kind ? [cloudAccessOf(deps, tenantId, credential, access)] : [],
    ),
  );
  return { others };
};
