import {
  AttachRolePolicyCommand,
  CreateRoleCommand,
  PutRolePermissionsBoundaryCommand,
  PutRolePolicyCommand,
  TagRoleCommand,
  UpdateAssumeRolePolicyCommand,
} from '@aws-sdk/client-iam';
import { inputOf } from '../../../domain/platforms/aws/plan/step-inputs.ts';
import type { StepContext, StepHandler } from '../contract.ts';
import type { AwsAccount } from './account.ts';
import { type Accounts, accountOf } from './accounts.ts';
import { foreignMarks, isOurs, missingTags, readTags, tagDrift, tagList } from './marks.ts';
import { removeRole } from './remove-role.ts';
import { idFrom } from './resource-type.ts';
import {
  bareRole,
  plannedPolicy,
  plannedTrust,
  type RoleDifference,
  roleDifference,
  stateOfRole,
} from './role-state.ts';

const words: Readonly<Record<keyof RoleDifference, string>> = {
  trust: 'its trust is another one',
  policy: 'its policy is another one',
  managedPolicy: 'its managed policy is missing',
  boundary: 'its permissions boundary is another one',
};

const create = async (account: AwsAccount, step: StepContext): Promise<string> => {
  const { path, tags, permissionsBoundaryArn } = inputOf('role', step.planned);
  const answer = await account.iam.send(
    new CreateRoleCommand({
      RoleName: step.planned.name,
      Path: path,
      AssumeRolePolicyDocument: JSON.stringify(plannedTrust(account, step)),
      Tags: tagList(tags),
      ...(permissionsBoundaryArn === undefined ? {} : { PermissionsBoundary: permissionsBoundaryArn }),
    }),
  );
  return idFrom(answer.Role?.Arn, 'CreateRole');
};

/** A role that exists may trust an issuer of before: its trust is set anew, not only taken over. */
const settle = async (account: AwsAccount, step: StepContext): Promise<'done'> => {
  const { name } = step.planned;
  const { tags, managedPolicyArn, permissionsBoundaryArn } = inputOf('role', step.planned);
  const state = await stateOfRole(account, step);
  const difference = roleDifference(account, step, state);
  const missing = state === undefined ? {} : missingTags(readTags(state.role.Tags), tags);
  const role = { RoleName: name };
  const writes: readonly (readonly [isNeeded: boolean, write: () => Promise<unknown>])[] = [
    [
      Object.keys(missing).length > 0,
      () => account.iam.send(new TagRoleCommand({ ...role, Tags: tagList(missing) })),
    ],
    [
      difference.boundary,
      () =>
        account.iam.send(
          new PutRolePermissionsBoundaryCommand({ ...role, PermissionsBoundary: permissionsBoundaryArn }),
        ),
    ],
    [
      difference.trust,
      () =>
        account.iam.send(
          new UpdateAssumeRolePolicyCommand({
            ...role,
            PolicyDocument: JSON.stringify(plannedTrust(account, step)),
          }),
        ),
    ],
    [
      difference.policy,
      () =>
        account.iam.send(
          new PutRolePolicyCommand({
            ...role,
            PolicyName: name,
            PolicyDocument: JSON.stringify(plannedPolicy(account, step)),
          }),
        ),
    ],
    [
      difference.managedPolicy,
      () => account.iam.send(new AttachRolePolicyCommand({ ...role, PolicyArn: managedPolicyArn })),
    ],
  ];
  for (const [isNeeded, write] of writes) {
    if (!isNeeded) continue;
    await step.assertHeld();
    await write();
  }
  return 'done';
};

/** A role by its name, under the path of this installation. */
export const roleHandler = (accounts: Accounts): StepHandler => ({
  find: async (step, idHint) => {
    const account = await accountOf(accounts, step);
    const state = accounts.isDestroying ? undefined : await stateOfRole(account, step);
    const role = accounts.isDestroying ? await bareRole(account, step) : state?.role;
    if (role === undefined) return [];
    const id = role.Arn ?? '';
    const tags = readTags(role.Tags);
    if (!isOurs(tags, step, id, idHint)) return [{ id, isOurs: false }];
    if (state === undefined) return [{ id, isOurs: true }];
    const drift = Object.entries(roleDifference(account, step, state)).flatMap(([key, differs]) =>
      differs ? [words[key as keyof RoleDifference]] : [],
    );
    return [{ id, isOurs: true, drift: [...tagDrift(tags, inputOf('role', step.planned).tags), ...drift] }];
  },
  create: async (step) => create(await accountOf(accounts, step), step),
  settle: async (step) => settle(await accountOf(accounts, step), step),
  remove: async (step, id) => {
    const account = await accountOf(accounts, step);
    const role = await bareRole(account, step);
    const tags = role && readTags(role.Tags);
    return foreignMarks(tags, step, id) ?? removeRole(account, id, step.assertHeld);
  },
});
