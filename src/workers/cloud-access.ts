import type { CloudCredential } from '../db/repositories/cloud-credentials.ts';
import type { CloudAccess } from '../providers/infrastructure/contract.ts';
import type { WorkerDependencies } from './dependencies.ts';

/** A stored credential of a tenant, opened for one piece of work. Its secret is in the answer, and is kept nowhere else. */
export const cloudAccessOf = async (
  { sealer }: Pick<WorkerDependencies, 'sealer'>,
  tenantId: string,
  { id, kind, settings, sealed }: CloudCredential,
  { phase, clusterId }: Pick<CloudAccess, 'phase' | 'clusterId'>,
): Promise<CloudAccess> => ({
  tenantId,
  credentialId: id,
  kind,
  settings,
  phase,
  ...(sealed === undefined ? {} : { secret: await sealer.open({ tenantId, kind, id }, sealed) }),
  ...(clusterId === undefined ? {} : { clusterId }),
});
