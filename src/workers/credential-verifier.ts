import { type CloudCredential, findCloudCredential } from '../db/repositories/cloud-credentials.ts';
import { proveAccount } from '../db/repositories/credential-accounts.ts';
import { wakeCredentialUsers } from '../db/repositories/credential-users.ts';
import { claimDueVerifications, saveCredentialStatus } from '../db/repositories/credential-verification.ts';
import { findCredential } from '../db/repositories/credentials.ts';
import type { Credential } from '../domain/credential/credential.ts';
import { accountOfRole } from '../domain/credential/credential-settings.ts';
import {
  type CredentialStatus,
  refusedStatus,
  statusOfReport,
} from '../domain/credential/credential-status.ts';
import { platformTypes } from '../domain/platforms/platform-specs.ts';
import { CloudError, type InfrastructureProvider } from '../providers/infrastructure/contract.ts';
import { cloudAccessOf } from './cloud-access.ts';
import type { WorkerDependencies } from './dependencies.ts';
import { type Loop, startLoop } from './loop.ts';

export type Verification = Pick<WorkerDependencies, 'database' | 'sealer' | 'clouds' | 'logger'>;

/** Seconds until a credential is tried again by itself: what was right may be revoked, what was wrong may be mended. */
const nextTry = { valid: 86_400, invalid: 3_600 } as const;

const providerFor = ({ clouds }: Verification, kind: string): InfrastructureProvider | undefined =>
  platformTypes
    .map((platform) => clouds.providerOf(platform))
    .find((provider) => provider?.credentialKinds.includes(kind));

/** What says nothing of the credential: the cloud does not answer, or not now. */
const passing = new Set<CloudError['kind']>(['transient', 'throttled', 'unknownOutcome', 'conflict']);

const look = async (
  deps: Verification,
  provider: InfrastructureProvider,
  tenantId: string,
  credential: CloudCredential,
): Promise<CredentialStatus> => {
  const access = await cloudAccessOf(deps, tenantId, credential, { phase: 'scan' });
  const now = new Date().toISOString();
  try {
    const session = await provider.open(access, '');
    try {
      return statusOfReport(await session.verify(), now);
    } finally {
      session.close();
    }
  } catch (error) {
    if (!(error instanceof CloudError) || passing.has(error.kind)) throw error;
    return refusedStatus(`${error.code}: ${error.message}`, now);
  }
};

/** A role that opens may still be in an account that is somebody else's. */
const withOwner = async (
  deps: Verification,
  tenantId: string,
  credential: Credential,
  status: CredentialStatus,
): Promise<CredentialStatus> => {
  if (credential.kind !== 'awsRole' || status.account === undefined) return status;
  const account = accountOfRole(String(credential.settings['roleArn']));
  const tx = deps.database.tenant(tenantId);
  if (await proveAccount(tx, { platform: 'aws', account })) return status;
  const problem = 'This account is not open to the tenant; the operator of the fleet can allow it.';
  return { ...status, state: 'invalid', isRefused: true, problems: [problem, ...status.problems] };
};

/**
 * Tries a credential on its account and stores what came of it. Undefined: there is no such credential. Throws when the
 * cloud does not answer: then nothing is known that was not known before.
 */
export const verifyCredential = async (
  deps: Verification,
  tenantId: string,
  id: string,
): Promise<CredentialStatus | undefined> => {
  const tx = deps.database.tenant(tenantId);
  const [credential, opened] = await Promise.all([findCredential(tx, id), findCloudCredential(tx, id)]);
  if (credential === undefined || opened === undefined) return undefined;
  const provider = providerFor(deps, credential.kind);
  if (provider === undefined) {
    const problems = ['This installation does not reach the cloud of this credential.'];
    const unknown: CredentialStatus = { state: 'unverified', problems, permissions: [] };
    await saveCredentialStatus(tx, credential, unknown, nextTry.valid);
    return unknown;
  }
  const found = await look(deps, provider, tenantId, opened);
  const status = await withOwner(deps, tenantId, credential, found);
  const { state, problems } = status;
  const isValid = state === 'valid';
  const isStored = await deps.database.withTenant(tenantId, async (both) => {
    const next = isValid ? nextTry.valid : nextTry.invalid;
    if (!(await saveCredentialStatus(both, credential, status, next))) return false;
    // What waits for it goes on, whether or not it was known here that it had been refused.
    if (isValid) await wakeCredentialUsers(both, id);
    return true;
  });
  deps.logger.info({ tenantId, credentialId: id, state, problems, isStored }, 'credential tried');
  return status;
};

const batchSize = 20;

/** Tries what is due. True: there may be more. */
export const verifyDueCredentials = async (deps: Verification, signal: AbortSignal): Promise<boolean> => {
  const due = await claimDueVerifications(deps.database.system(), batchSize);
  for (const { tenantId, id } of due) {
    if (signal.aborted) return false;
    try {
      await verifyCredential(deps, tenantId, id);
    } catch (error) {
      deps.logger.warn({ tenantId, credentialId: id, error }, 'a credential could not be tried');
    }
  }
  return due.length === batchSize;
};

/** Tries new credentials when their question was lost, and all of them again from time to time. */
export const startCredentialVerifier = (deps: Verification, everyMs: number): Loop =>
  startLoop({
    name: 'credential-verifier',
    pauseMs: everyMs,
    logger: deps.logger,
    round: (signal) => verifyDueCredentials(deps, signal),
  });
