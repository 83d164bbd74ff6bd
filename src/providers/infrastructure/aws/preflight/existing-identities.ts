import { GetOpenIDConnectProviderCommand, type Role } from '@aws-sdk/client-iam';
import type { ClusterSpec } from '../../../../domain/cluster/cluster-spec.ts';
import type { AwsExistingInfrastructure } from '../../../../domain/platforms/aws/aws-spec.ts';
import { issuerNameOf, providerArnOf } from '../../../../domain/platforms/aws/plan/policy-documents.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../domain/shared/json.ts';
import { filled } from '../../../../domain/shared/present.ts';
import type { FieldProblem } from '../../../../domain/shared/problem.ts';
import type { AwsAccount } from '../account.ts';
import { unlessMissing } from '../errors.ts';
import { readProfile } from '../instance-profile.ts';
import { nameOfArn } from '../remove-role.ts';
import { readDocument, readRole } from '../role-state.ts';
import { inInfrastructure, problem } from './problem.ts';

type Path = readonly (string | number)[];

const listOf = (value: JsonValue | undefined): readonly JsonValue[] => {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [value as JsonValue];
};

const memberOf = (value: JsonValue | undefined, key: string): JsonValue | undefined =>
  isJsonObject(value) ? value[key] : undefined;

/** Statements that let tokens of a provider in. */
const webIdentityStatements = (role: Role): readonly JsonObject[] =>
  listOf(memberOf(readDocument(role.AssumeRolePolicyDocument), 'Statement')).filter(
    (statement): statement is JsonObject =>
      isJsonObject(statement) &&
      statement['Effect'] === 'Allow' &&
      listOf(statement['Action']).includes('sts:AssumeRoleWithWebIdentity'),
  );

/** Accounts whose tokens a statement lets in: all of the issuer, when it has no condition on `sub`. */
const isBound = (statement: JsonObject, issuer: string): boolean =>
  Object.values(isJsonObject(statement['Condition']) ? statement['Condition'] : {}).some((test) =>
    listOf(memberOf(test, `${issuer}:sub`)).some((subject) => subject !== '*'),
  );

/** A trust that names another issuer lets nobody in; one that names no service account lets everybody of the cluster in. */
const checkTrust = (role: Role, providerArn: string, issuer: string, path: Path): readonly FieldProblem[] => {
  const trusted = webIdentityStatements(role).filter((statement) =>
    listOf(memberOf(statement['Principal'], 'Federated')).includes(providerArn),
  );
  if (trusted.length === 0)
    return [
      problem(
        path,
        'conflict',
        `${role.Arn} does not trust the issuer ${issuer}: name ${providerArn} in its trust.`,
      ),
    ];
  return trusted.every((statement) => isBound(statement, issuer))
    ? []
    : [
        problem(
          path,
          'not-allowed',
          `${role.Arn} trusts every service account of ${issuer}; bind ${issuer}:sub to those that need it.`,
        ),
      ];
};

const checkRole = async (
  account: AwsAccount,
  arn: string,
  path: Path,
  trustOf: ((role: Role) => readonly FieldProblem[]) | undefined,
): Promise<readonly FieldProblem[]> => {
  const role = await readRole(account, nameOfArn(arn));
  if (role?.Arn !== arn)
    return [problem(path, 'not-found', `Account ${account.accountId} has no role ${arn}.`)];
  return trustOf?.(role) ?? [];
};

const checkProvider = async (account: AwsAccount, providerArn: string): Promise<readonly FieldProblem[]> => {
  const provider = await unlessMissing(
    account.iam.send(new GetOpenIDConnectProviderCommand({ OpenIDConnectProviderArn: providerArn })),
  );
  const path = inInfrastructure('issuerUrl');
  if (provider === undefined)
    return [
      problem(
        path,
        'not-found',
        `Account ${account.accountId} has no OpenID Connect provider ${providerArn}.`,
      ),
    ];
  const audiences = ['openshift', 'sts.amazonaws.com'];
  return audiences.some((audience) => provider.ClientIDList?.includes(audience))
    ? []
    : [problem(path, 'conflict', `${providerArn} has no audience openshift; tokens of the cluster have it.`)];
};

const checkProfile = async (
  account: AwsAccount,
  { instanceProfile, infraId }: AwsExistingInfrastructure,
): Promise<readonly FieldProblem[]> => {
  const name = filled(instanceProfile) ?? (filled(infraId) === undefined ? undefined : `${infraId}-worker`);
  if (name === undefined) return [];
  const path = inInfrastructure(filled(instanceProfile) === undefined ? 'infraId' : 'instanceProfile');
  const profile = await readProfile(account, name);
  if (profile === undefined)
    return [problem(path, 'not-found', `Account ${account.accountId} has no instance profile ${name}.`)];
  return (profile.Roles ?? []).length > 0
    ? []
    : [problem(path, 'conflict', `Instance profile ${name} holds no role.`)];
};

/** Issuer, roles and instance profile as the user gave them. Roles of other accounts cannot be looked at from here. */
export const checkExistingIdentities = async (
  account: AwsAccount,
  { encryption }: ClusterSpec,
  infrastructure: AwsExistingInfrastructure,
): Promise<readonly FieldProblem[]> => {
  const { issuerUrl, roles, karpenterRoleArn } = infrastructure;
  const issuer = issuerNameOf(issuerUrl).replace(/\/$/, '');
  const providerArn = providerArnOf(account.partition, account.accountId, issuer);
  const kmsRole = encryption?.type === 'kms' ? encryption.aws?.roleArn : undefined;
  const wanted: readonly (readonly [arn: string | undefined, path: Path])[] = [
    ...Object.entries(roles).map(([name, arn]) => [arn, inInfrastructure('roles', name)] as const),
    [karpenterRoleArn, inInfrastructure('karpenterRoleArn')],
    [kmsRole, ['spec', 'encryption', 'aws', 'roleArn']],
  ];
  const problems: FieldProblem[] = [...(await checkProvider(account, providerArn))];
  for (const [arn, path] of wanted) {
    if (arn === undefined || !arn.includes(`::${account.accountId}:`)) continue;
    problems.push(
      ...(await checkRole(account, arn, path, (role) => checkTrust(role, providerArn, issuer, path))),
    );
  }
  return [...problems, ...(await checkProfile(account, infrastructure))];
};
