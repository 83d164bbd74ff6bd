import {
  GetRoleCommand,
  GetRolePolicyCommand,
  ListAttachedRolePoliciesCommand,
  type Role,
} from '@aws-sdk/client-iam';
import {
  isSamePolicy,
  policyDocument,
  trustDocument,
} from '../../../domain/platforms/aws/plan/policy-documents.ts';
import { inputOf } from '../../../domain/platforms/aws/plan/step-inputs.ts';
import type { JsonObject, JsonValue } from '../../../domain/shared/json.ts';
import type { StepContext } from '../contract.ts';
import type { AwsAccount } from './account.ts';
import { unlessMissing } from './errors.ts';

/** A role with what it may do, as IAM has it. */
export interface RoleState {
  readonly role: Role;
  readonly policy?: JsonValue;
  readonly attached: readonly string[];
}

/** IAM gives documents in URL encoding. */
export const readDocument = (text: string | undefined): JsonValue | undefined => {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(decodeURIComponent(text)) as JsonValue;
  } catch {
    return text;
  }
};

export const readRole = async (account: AwsAccount, name: string): Promise<Role | undefined> =>
  (await unlessMissing(account.iam.send(new GetRoleCommand({ RoleName: name }))))?.Role;

/** Both are read only where the plan has something of the kind. */
const readState = async (account: AwsAccount, step: StepContext): Promise<RoleState | undefined> => {
  const { name } = step.planned;
  const { statements, managedPolicyArn } = inputOf('role', step.planned);
  const role = await readRole(account, name);
  if (role === undefined) return undefined;
  const inline =
    statements.length === 0
      ? undefined
      : await unlessMissing(account.iam.send(new GetRolePolicyCommand({ RoleName: name, PolicyName: name })));
  const policy = readDocument(inline?.PolicyDocument);
  const attached =
    managedPolicyArn === undefined
      ? []
      : ((await account.iam.send(new ListAttachedRolePoliciesCommand({ RoleName: name }))).AttachedPolicies ??
        []);
  return {
    role,
    ...(policy === undefined ? {} : { policy }),
    attached: attached.map(({ PolicyArn = '' }) => PolicyArn),
  };
};

export const stateOfRole = (account: AwsAccount, step: StepContext): Promise<RoleState | undefined> =>
  account.remembered(`state of role ${step.planned.name}`, () => readState(account, step));

/** The role alone: whether it is there, and whose it is. */
export const bareRole = (account: AwsAccount, { planned }: StepContext): Promise<Role | undefined> =>
  account.remembered(`role ${planned.name}`, () => readRole(account, planned.name));

export const plannedTrust = ({ partition, accountId }: AwsAccount, step: StepContext): JsonObject =>
  trustDocument(inputOf('role', step.planned).trust, {
    partition,
    accountId,
    roleArnOf: (id) => step.idOf(id),
  });

export const plannedPolicy = ({ partition }: AwsAccount, step: StepContext): JsonObject =>
  policyDocument(inputOf('role', step.planned).statements, { partition, zoneIdOf: (id) => step.idOf(id) });

/** What has to be set on a role. Without a state it was made a moment ago, with its trust and its boundary. */
export interface RoleDifference {
  readonly trust: boolean;
  readonly policy: boolean;
  readonly managedPolicy: boolean;
  readonly boundary: boolean;
}

export const roleDifference = (
  account: AwsAccount,
  step: StepContext,
  state: RoleState | undefined,
): RoleDifference => {
  const { statements, managedPolicyArn, permissionsBoundaryArn } = inputOf('role', step.planned);
  return {
    trust:
      state !== undefined &&
      !isSamePolicy(readDocument(state.role.AssumeRolePolicyDocument), plannedTrust(account, step)),
    policy: statements.length > 0 && !isSamePolicy(state?.policy, plannedPolicy(account, step)),
    managedPolicy: managedPolicyArn !== undefined && state?.attached.includes(managedPolicyArn) !== true,
    boundary:
      state !== undefined &&
      permissionsBoundaryArn !== undefined &&
      state.role.PermissionsBoundary?.PermissionsBoundaryArn !== permissionsBoundaryArn,
  };
};
