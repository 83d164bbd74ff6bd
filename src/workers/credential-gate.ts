import { findCredential } from '../db/repositories/credentials.ts';
import { CloudError } from '../providers/infrastructure/contract.ts';
import { type Verification, verifyCredential } from './credential-verifier.ts';

/**
 * Throws `CloudError` when a credential may not be used: it lets strangers in, or its account is somebody else's. One that was
 * never tried is tried now: what Berth could be talked into by it would be done by then.
 */
export const demandSafeCredential = async (
  deps: Verification,
  tenantId: string,
  id: string,
): Promise<void> => {
  const credential = await findCredential(deps.database.tenant(tenantId), id);
  const known = credential?.status;
  const status = known?.state === 'unverified' ? await verifyCredential(deps, tenantId, id) : known;
  if (status?.isRefused === true)
    throw new CloudError('credentials', 'CredentialRefused', status.problems[0] ?? 'It is not safe.');
};
