import { findCredential } from '../db/repositories/credentials.ts';
import { type CredentialStatus, missingPermissions } from '../domain/credential/credential-status.ts';
import type { CredentialUse } from '../domain/credential/credential-use.ts';
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

/** What a use of a credential needs and is not granted. What was missing when it was tried last is tried again: it may be granted since. */
export const findMissingPermissions = async (
  deps: Verification,
  tenantId: string,
  id: string,
  use: CredentialUse,
): Promise<readonly string[]> => {
  const known = (await findCredential(deps.database.tenant(tenantId), id))?.status;
  if (known === undefined || missingPermissions(known, use).length === 0) return [];
  const status = await verifyCredential(deps, tenantId, id);
  return status === undefined ? [] : missingPermissions(status, use);
};
