import { GetOpenIDConnectProviderCommand, type Role } from '@aws-sdk/client-iam';
import type { ClusterSpec } from '../../../../domain/cluster/cluster-spec.ts';
import type { AwsExistingInfrastructure } from '../../../../domain/platforms/aws/aws-spec.ts';
import { issuerNameOf, providerArnOf } from '../../../../domain/platforms/aws/plan/policy-documents.ts';
import { webIdentityTrust } from '../../../../domain/platforms/aws/web-identity-trust.ts';
import { filled } from '../../../../domain/shared/present.ts';
import type { FieldProblem } from '../../../../domain/shared/problem.ts';
import type { AwsAccount } from '../account.ts';
import { unlessMissing } from '../errors.ts';
import { readProfile } from '../instance-profile.ts';
import { nameOfArn } from '../remove-role.ts';
import { readDocument, readRole } from '../role-state.ts';
import { inInfrastructure, problem } from './problem.ts';

type Path = readonly (string | number)[];

/** A trust that names another issuer lets nobody in; one that names no service account lets everybody of the cluster in. */
const checkTrust = (role: Role, providerArn: string, issuer: string, path: Path): readonly FieldProblem[] => {
  switch (webIdentityTrust(readDocument(role.AssumeRolePolicyDocument), providerArn, issuer)) {
    case 'named':
      return [];
    case 'none':
      return [
        problem(
          path,
          'conflict',
          `${role.Arn} does not trust the issuer ${issuer}: name ${providerArn} in its trust.`,
        ),
      ];
    case 'everybody':
      return [
        problem(
          path,
          'not-allowed',
          `${role.Arn} trusts every service account of ${issuer}; bind ${issuer}:sub to those that need it.`,
        ),
      ];
  }
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
