import { iamAnswer, Refusal } from '../../protocol/aws-answer.ts';
import { type AwsCall, listOf } from '../../protocol/aws-call.ts';
import type { Scene, StrictRule } from '../rule.ts';
import { permissionsOf } from './permission-names.ts';
import { allowsAction, isLike } from './policy.ts';
import { policiesOfRole, roleOfArn } from './role-documents.ts';

/** Nobody can be kept from asking who they are. */
const alwaysAllowed = new Set(['sts:GetCallerIdentity']);

const refusalOf = (call: AwsCall, permission: string, arn: string): Refusal => {
  const message = `User: ${arn} is not authorized to perform: ${permission} because no identity-based policy allows the ${permission} action`;
  if (call.service === 'ec2')
    return new Refusal(
      'UnauthorizedOperation',
      `You are not authorized to perform this operation. ${message}`,
      403,
    );
  const isJson = call.headers['x-amz-target'] !== undefined || call.service === 'ram';
  return new Refusal(isJson ? 'AccessDeniedException' : 'AccessDenied', message, isJson ? 400 : 403);
};

const isDenied = ({ knobs }: Scene, permission: string): boolean =>
  [...knobs.denied].some((pattern) => isLike(pattern.toLowerCase(), permission.toLowerCase()));

/** Policies by role, looked up again when one may have changed. */
const looked = new WeakMap<Scene['estate'], Map<string, readonly string[]>>();

/** Forgets a role that was changed; every one, when something else was. */
const forget = (known: Map<string, unknown> | undefined, account: string, role: string): void => {
  for (const arn of known?.keys() ?? [])
    if (arn.includes(`:${account}:`) && (role === '' || arn.endsWith(`/${role}`))) known?.delete(arn);
};

const policiesOf = async (roleArn: string, scene: Scene): Promise<readonly string[]> => {
  const known = looked.get(scene.estate) ?? new Map<string, readonly string[]>();
  looked.set(scene.estate, known);
  const role = roleOfArn(roleArn);
  const found = known.get(roleArn) ?? (await policiesOfRole(scene.motoOf(scene.access.account), role));
  known.set(roleArn, found);
  return found;
};

const mayDo = async (permission: string, scene: Scene): Promise<boolean> => {
  if (isDenied(scene, permission)) return false;
  const { session } = scene.access;
  if (session === undefined || !scene.knobs.enforcePolicies) return true;
  if (!allowsAction(await policiesOf(session.roleArn, scene), permission)) return false;
  return session.policy === undefined || allowsAction([session.policy], permission);
};

const simulate = async ({ action, parameters, account }: AwsCall, scene: Scene) => {
  const arn = parameters.get('PolicySourceArn') ?? '';
  const documents = await policiesOfRole(scene.motoOf(account), roleOfArn(arn));
  const results = listOf(parameters, 'ActionNames').map((name) => {
    const isAllowed = allowsAction(documents, name) && !isDenied(scene, name);
    return `<member><EvalActionName>${name}</EvalActionName><EvalResourceName>*</EvalResourceName><EvalDecision>${isAllowed ? 'allowed' : 'implicitDeny'}</EvalDecision></member>`;
  });
  return iamAnswer(
    action,
    `<IsTruncated>false</IsTruncated><EvaluationResults>${results.join('')}</EvaluationResults>`,
  );
};

/** A session may do what its role may, less what its session policy leaves out; moto asks for no permission. */
export const permissionRules: StrictRule = {
  before: {
    '*': async (call, scene) => {
      for (const permission of permissionsOf(call))
        if (!alwaysAllowed.has(permission) && !(await mayDo(permission, scene)))
          throw refusalOf(call, permission, scene.access.arn);
    },
    'iam:SimulatePrincipalPolicy': simulate,
  },
  after: {
    'iam:*': ({ isWrite, account, parameters }, _answer, { estate }) => {
      if (isWrite) forget(looked.get(estate), account, parameters.get('RoleName') ?? '');
    },
    // Tests change roles past the double.
    'sts:AssumeRole': ({ parameters }, _answer, { estate }) => {
      looked.get(estate)?.delete(parameters.get('RoleArn') ?? '');
    },
  },
};
