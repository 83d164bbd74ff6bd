import {
  DeleteRoleCommand,
  DeleteRolePolicyCommand,
  DetachRolePolicyCommand,
  ListAttachedRolePoliciesCommand,
  ListInstanceProfilesForRoleCommand,
  ListRolePoliciesCommand,
  RemoveRoleFromInstanceProfileCommand,
} from '@aws-sdk/client-iam';
import type { RemoveResult } from '../contract.ts';
import type { AwsAccount } from './account.ts';
import { hasCode, unlessMissing } from './errors.ts';
import { removing } from './resource-type.ts';

export const nameOfArn = (arn: string): string => arn.slice(arn.lastIndexOf('/') + 1);

/** Everything that holds a role, whoever put it there. */
const strip = async ({ iam }: AwsAccount, name: string, assertHeld: () => Promise<void>): Promise<void> => {
  const role = { RoleName: name };
  const { PolicyNames = [] } = await iam.send(new ListRolePoliciesCommand(role));
  for (const PolicyName of PolicyNames) {
    await assertHeld();
    await unlessMissing(iam.send(new DeleteRolePolicyCommand({ ...role, PolicyName })));
  }
  const { AttachedPolicies = [] } = await iam.send(new ListAttachedRolePoliciesCommand(role));
  for (const { PolicyArn } of AttachedPolicies) {
    await assertHeld();
    await unlessMissing(iam.send(new DetachRolePolicyCommand({ ...role, PolicyArn })));
  }
  const { InstanceProfiles = [] } = await iam.send(new ListInstanceProfilesForRoleCommand(role));
  for (const { InstanceProfileName } of InstanceProfiles) {
    await assertHeld();
    await unlessMissing(iam.send(new RemoveRoleFromInstanceProfileCommand({ ...role, InstanceProfileName })));
  }
};

/** Mostly it holds its one policy and nothing else; the rest is looked for only when it does not go. */
export const removeRole = (
  account: AwsAccount,
  arn: string,
  assertHeld: () => Promise<void>,
): Promise<RemoveResult> =>
  removing(async () => {
    const { iam } = account;
    const RoleName = nameOfArn(arn);
    await unlessMissing(iam.send(new DeleteRolePolicyCommand({ RoleName, PolicyName: RoleName })));
    await assertHeld();
    try {
      await iam.send(new DeleteRoleCommand({ RoleName }));
    } catch (error) {
      if (!hasCode(error, 'DeleteConflict')) throw error;
      await strip(account, RoleName, assertHeld);
      await assertHeld();
      await iam.send(new DeleteRoleCommand({ RoleName }));
    }
    return 'gone';
  });
