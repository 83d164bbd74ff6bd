import { AssumeRoleCommand } from '@aws-sdk/client-sts';
import { sessionPolicyOf } from '../../../domain/platforms/aws/plan/session-policies.ts';
import type { JsonObject } from '../../../domain/shared/json.ts';
import { type AccessPhase, type CloudAccess, CloudError } from '../contract.ts';
import type { AwsClients, AwsKeys } from './clients.ts';

/** The readable part of a credential of kind `awsRole`. */
export interface RoleSettings {
  readonly roleArn: string;
  /** Berth made it; never taken from the user. */
  readonly externalId: string;
}

/** An hour is the longest that AWS gives to roles that are assumed by roles. */
const sessionSeconds = 3600;

/** Keys are renewed this long before they run out, in milliseconds. */
const renewBefore = 300_000;

const roleArnForm = /^arn:(?<partition>[a-z-]+):iam::(?<account>\d{12}):role\/.+$/;

export const roleSettingsOf = (settings: JsonObject): RoleSettings => {
  const { roleArn, externalId } = settings;
  if (typeof roleArn !== 'string' || typeof externalId !== 'string' || !roleArnForm.test(roleArn))
    throw new CloudError(
      'credentials',
      'InvalidCredential',
      'The credential has no role ARN or no external id.',
    );
  return { roleArn, externalId };
};

export const accountOfRole = (
  roleArn: string,
): { readonly partition: string; readonly accountId: string } => {
  const { partition = 'aws', account = '' } = roleArnForm.exec(roleArn)?.groups ?? {};
  return { partition, accountId: account };
};

/** What the account's log shows of who called. Source: AssumeRole, `RoleSessionName`. */
export const sessionNameOf = ({ tenantId, clusterId }: Pick<CloudAccess, 'tenantId' | 'clusterId'>): string =>
  ['berth', tenantId, ...(clusterId === undefined ? [] : [clusterId])]
    .join('-')
    .replace(/[^\w+=,.@-]/g, '-')
    .slice(0, 64);

interface Assumption {
  readonly sessionName: string;
  readonly roleArn: string;
  readonly externalId?: string;
  readonly policy?: string;
  /** Stands in the account's log with every call, and stays whatever role is assumed next. */
  readonly sourceIdentity?: string;
}

const refused = (error: CloudError, roleArn: string): CloudError =>
  error.kind === 'permission' || error.kind === 'invalid' || error.kind === 'conflict'
    ? new CloudError('credentials', error.code, `The role ${roleArn} cannot be assumed: ${error.message}`)
    : error;

/** Throws kind `credentials` when the role does not let us in. */
export const assumeRole = async (sts: AwsClients['sts'], assumption: Assumption): Promise<AwsKeys> => {
  const { sessionName, roleArn, externalId, policy, sourceIdentity } = assumption;
  try {
    const { Credentials: keys } = await sts.send(
      new AssumeRoleCommand({
        RoleArn: roleArn,
        RoleSessionName: sessionName,
        DurationSeconds: sessionSeconds,
        ...(externalId === undefined ? {} : { ExternalId: externalId }),
        ...(policy === undefined ? {} : { Policy: policy }),
        ...(sourceIdentity === undefined ? {} : { SourceIdentity: sourceIdentity }),
      }),
    );
    if (keys?.AccessKeyId === undefined || keys.SecretAccessKey === undefined)
      throw new CloudError('transient', 'NoCredentials', 'The security token service gave no keys.');
    return {
      accessKeyId: keys.AccessKeyId,
      secretAccessKey: keys.SecretAccessKey,
      ...(keys.SessionToken === undefined ? {} : { sessionToken: keys.SessionToken }),
      ...(keys.Expiration === undefined ? {} : { expiration: keys.Expiration }),
    };
  } catch (error) {
    throw error instanceof CloudError ? refused(error, roleArn) : error;
  }
};

/** A trust policy made by hand may not let a session say on whose behalf it is: then it does not say. */
const assumeForTenant = async (sts: AwsClients['sts'], assumption: Assumption): Promise<AwsKeys> => {
  try {
    return await assumeRole(sts, assumption);
  } catch (error) {
    if (!(error instanceof CloudError) || error.kind !== 'credentials') throw error;
    const { sourceIdentity: _unsaid, ...plain } = assumption;
    return assumeRole(sts, plain);
  }
};

/** Keys for one phase of the work on one cluster; renewed when they are about to run out. */
export const phaseKeys = (
  sts: AwsClients['sts'],
  access: CloudAccess,
  instance: string,
  now: () => number,
): (() => Promise<AwsKeys>) => {
  const { roleArn, externalId } = roleSettingsOf(access.settings);
  const phase: AccessPhase = access.phase;
  let current: Promise<AwsKeys> | undefined;
  let renewAt = 0;
  return async () => {
    if (current === undefined || now() >= renewAt) {
      renewAt = now() + sessionSeconds * 1000 - renewBefore;
      current = assumeForTenant(sts, {
        sessionName: sessionNameOf(access),
        sourceIdentity: sessionNameOf({ tenantId: access.tenantId }),
        roleArn,
        externalId,
        policy: sessionPolicyOf(phase, instance),
      });
      current.catch(() => {
        current = undefined;
      });
    }
    return current;
  };
};
