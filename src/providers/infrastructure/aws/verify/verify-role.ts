import { randomBytes } from 'node:crypto';
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { type CloudAccess, CloudError, type VerifyReport } from '../../contract.ts';
import type { AwsAccount } from '../account.ts';
import { assumeRole, roleSettingsOf, sessionNameOf } from '../assume-role.ts';
import type { AwsClients } from '../clients.ts';
import { tryPermissions } from './try-permissions.ts';

/** Whether a role lets somebody in. Anything but a clear refusal of the role is an error: not known is not safe. */
const letsIn = async (attempt: Promise<unknown>): Promise<boolean> => {
  try {
    await attempt;
    return true;
  } catch (error) {
    if (error instanceof CloudError && /^(?:AccessDenied|UnauthorizedOperation)/.test(error.code))
      return false;
    throw error;
  }
};

/** A role that does not ask for the external id could be used through Berth by any tenant that knows its name. */
const findOpenDoors = async (sts: AwsClients['sts'], access: CloudAccess): Promise<readonly string[]> => {
  const { roleArn, externalId } = roleSettingsOf(access.settings);
  const sessionName = sessionNameOf(access);
  const problems: string[] = [];
  if (await letsIn(assumeRole(sts, { sessionName, roleArn })))
    problems.push(
      `The role ${roleArn} lets Berth in without an external id, and so every tenant who knows its name: demand sts:ExternalId ${externalId} in its trust policy.`,
    );
  const wrong = `berth-wrong-${randomBytes(12).toString('hex')}`;
  if (problems.length === 0 && (await letsIn(assumeRole(sts, { sessionName, roleArn, externalId: wrong }))))
    problems.push(
      `The role ${roleArn} takes any external id: demand sts:ExternalId ${externalId} exactly in its trust policy.`,
    );
  return problems;
};

/** Whether a role can be assumed, refuses strangers, and what of the permissions that Berth needs it has. */
export const verifyRole = async (
  sts: AwsClients['sts'],
  access: CloudAccess,
  instance: string,
  accountWith: (keys: Awaited<ReturnType<typeof assumeRole>>) => AwsAccount,
): Promise<VerifyReport> => {
  const { roleArn, externalId } = roleSettingsOf(access.settings);
  const sessionName = sessionNameOf(access);
  // Without a session policy: what the role may do is asked, not what a phase leaves of it.
  const account = accountWith(await assumeRole(sts, { sessionName, roleArn, externalId }));
  const identity = await account.sts.send(new GetCallerIdentityCommand({}));
  const problems = await findOpenDoors(sts, access);
  const permissions = await tryPermissions(account, roleArn, instance);
  return {
    usable: problems.length === 0,
    isUnsafe: problems.length > 0,
    account: identity.Account ?? account.accountId,
    problems,
    permissions,
  };
};
