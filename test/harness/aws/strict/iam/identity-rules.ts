import { Refusal } from '../../protocol/aws-answer.ts';
import type { AwsCall } from '../../protocol/aws-call.ts';
import type { Scene, StrictRule } from '../rule.ts';
import { roleBornAt } from './iam-visibility.ts';
import { principalsOf, statementsOf } from './policy.ts';
import { accountOfArn, policiesOfRole, roleOfArn, trustOfRole } from './role-documents.ts';

/** Characters. IAM counts without white space. */
const longestTrust = 2048;
const longestPolicies = 10_240;
const longestName = 64;

const bare = (document: string): number => document.replaceAll(/\s/g, '').length;

const malformed = (message: string): Refusal => new Refusal('MalformedPolicyDocument', message);

const checkName = (name: string, parameter: string): void => {
  if (name.length > longestName || !/^[\w+=,.@-]+$/.test(name))
    throw new Refusal(
      'ValidationError',
      `1 validation error detected: Value '${name}' at '${parameter}' failed to satisfy constraint: Member must have length less than or equal to ${longestName}`,
    );
};

/** A role that a trust policy names must exist, and have been so for a while. */
const checkPrincipals = async (document: string, scene: Scene): Promise<void> => {
  for (const arn of principalsOf(document, 'AWS')) {
    if (!/^arn:[^:]*:iam::\d{12}:role\//.test(arn)) continue;
    const account = accountOfArn(arn);
    const trust = await trustOfRole(scene.motoOf(account), roleOfArn(arn));
    const bornAt = roleBornAt(account, roleOfArn(arn), scene);
    const isNew = bornAt !== undefined && scene.now() < bornAt + scene.knobs.iamSeconds * 1000;
    if (trust === undefined || isNew) throw malformed(`Invalid principal in policy: "AWS":"${arn}"`);
  }
};

const checkTrust = async (document: string, scene: Scene): Promise<void> => {
  try {
    statementsOf(document);
  } catch {
    throw malformed('This policy contains invalid Json');
  }
  if (bare(document) > longestTrust)
    throw new Refusal('LimitExceeded', `Cannot exceed quota for ACLSizePerRole: ${longestTrust}`, 409);
  await checkPrincipals(document, scene);
};

const checkPolicySize = async ({ parameters }: AwsCall, { moto }: Scene): Promise<void> => {
  const role = parameters.get('RoleName') ?? '';
  const others = (await policiesOfRole(moto, role)).reduce((sum, document) => sum + bare(document), 0);
  if (others + bare(parameters.get('PolicyDocument') ?? '') > longestPolicies)
    throw new Refusal(
      'LimitExceeded',
      `Maximum policy size of ${longestPolicies} bytes exceeded for role ${role}`,
      409,
    );
};

/** Names, trust policies and sizes: moto takes any. */
export const identityRules: StrictRule = {
  before: {
    'iam:CreateRole': async ({ parameters }, scene) => {
      checkName(parameters.get('RoleName') ?? '', 'roleName');
      await checkTrust(parameters.get('AssumeRolePolicyDocument') ?? '', scene);
    },
    'iam:UpdateAssumeRolePolicy': ({ parameters }, scene) =>
      checkTrust(parameters.get('PolicyDocument') ?? '', scene),
    'iam:CreateInstanceProfile': ({ parameters }) => {
      const name = parameters.get('InstanceProfileName') ?? '';
      if (name.length > 128) checkName(name, 'instanceProfileName');
    },
    'iam:PutRolePolicy': checkPolicySize,
    'iam:CreateOpenIDConnectProvider': ({ parameters }) => {
      if (!/^https:\/\/[^/]+/.test(parameters.get('Url') ?? ''))
        throw new Refusal('ValidationError', 'Invalid Open ID Connect Provider URL');
    },
  },
};
