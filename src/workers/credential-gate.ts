import { findCredential } from '../db/repositories/credentials.ts';
import type { CredentialStatus } from '../domain/credential/credential-status.ts';
import { CloudError } from '../providers/infrastructure/contract.ts';
import { type Verification, verifyCredential } from './credential-verifier.ts';

/** Nobody has seen yet whom it lets in: it was never tried, or did not open when it was. */
const isUnknown = ({ state, isRefused, permissions }: CredentialStatus): boolean =>
  state !== 'valid' && isRefused !== true && permissions.length === 0;

/**
 * Throws `CloudError` when a credential may not be used: it lets strangers in, or its account is somebody else's. One of which
 * that is not known is tried now: what Berth could be talked into by it would be done by then.
 */
export const demandSafeCredential = async (
  deps: Verification,
  tenantId: string,
  id: string,
): Promise<void> => {
  const known = (await findCredential(deps.database.tenant(tenantId), id))?.status;
  const status = known !== undefined && isUnknown(known) ? await verifyCredential(deps, tenantId, id) : known;
  if (status?.isRefused === true)
    throw new CloudError('credentials', 'CredentialRefused', status.problems[0] ?? 'It is not safe.');
};
