import {
  AllocateAddressCommand,
  CreateInternetGatewayCommand,
  CreateVpcCommand,
  DescribeAvailabilityZonesCommand,
  DescribeVpcsCommand,
} from '@aws-sdk/client-ec2';
import {
  type EvaluationResult,
  ListRolesCommand,
  paginateSimulatePrincipalPolicy,
} from '@aws-sdk/client-iam';
import { ListHostedZonesCommand } from '@aws-sdk/client-route-53';
import {
  type AwsGrant,
  type AwsPermissionSet,
  awsPermissions,
  grantsOf,
} from '../../../../domain/platforms/aws/plan/aws-permissions.ts';
import { awsUsesOf } from '../../../../domain/platforms/aws/plan/aws-uses.ts';
import { iamPathOf } from '../../../../domain/platforms/aws/plan/plan-frame.ts';
import { CloudError, type PermissionFinding } from '../../contract.ts';
import type { AwsAccount } from '../account.ts';
import { hasCode } from '../errors.ts';

/** An example of what a grant is about: simulations take no patterns. */
const exampleOf = (pattern: string, { partition, accountId }: AwsAccount): string =>
  pattern
    .replace('arn:*:', `arn:${partition}:`)
    .replace('::*:', `::${accountId}:`)
    .replaceAll('*', 'example');

const contextOf = ({ condition = {} }: AwsGrant) =>
  Object.values(condition).flatMap((test) =>
    Object.entries(test).map(([ContextKeyName, value]) => ({
      ContextKeyName,
      ContextKeyType: 'string' as const,
      ContextKeyValues: [value.replaceAll('*', '')],
    })),
  );

const findingOf = ({
  EvalActionName = '',
  EvalDecision,
  OrganizationsDecisionDetail,
}: EvaluationResult): PermissionFinding => {
  if (EvalDecision === 'allowed') return { permission: EvalActionName, granted: true };
  const byOrganization = OrganizationsDecisionDetail?.AllowedByOrganizations === false;
  const who = byOrganization ? 'a policy of the organization' : 'the policies of the role';
  const how = EvalDecision === 'explicitDeny' ? 'forbidden by' : 'not allowed by';
  return { permission: EvalActionName, granted: false, detail: `It is ${how} ${who}.` };
};

const simulate = async (
  account: AwsAccount,
  roleArn: string,
  grant: AwsGrant,
): Promise<readonly PermissionFinding[]> => {
  const [first = '*'] = grant.resources;
  const context = contextOf(grant);
  const findings: PermissionFinding[] = [];
  const pages = paginateSimulatePrincipalPolicy(
    { client: account.iam },
    {
      PolicySourceArn: roleArn,
      ActionNames: [...grant.actions],
      ...(first === '*' ? {} : { ResourceArns: [exampleOf(first, account)] }),
      ...(context.length === 0 ? {} : { ContextEntries: context }),
    },
  );
  for await (const { EvaluationResults = [] } of pages) findings.push(...EvaluationResults.map(findingOf));
  return findings;
};

/** A permission that several grants name is there only when all of them are. */
const merge = (findings: readonly PermissionFinding[]): readonly PermissionFinding[] => {
  const merged = new Map<string, PermissionFinding>();
  for (const finding of findings)
    if (merged.get(finding.permission)?.granted !== false) merged.set(finding.permission, finding);
  return [...merged.values()].toSorted((left, right) => (left.permission < right.permission ? -1 : 1));
};

const tryOne = async (permission: string, attempt: () => Promise<unknown>): Promise<PermissionFinding> => {
  try {
    await attempt();
    return { permission, granted: true };
  } catch (error) {
    if (hasCode(error, 'DryRunOperation')) return { permission, granted: true };
    if (!(error instanceof CloudError) || error.kind !== 'permission') throw error;
    return { permission, granted: false, detail: error.message };
  }
};

/** For a role that may not look at its own policies: calls that change nothing, one of each part. */
const tryCalls = async (
  { ec2, iam, route53 }: AwsAccount,
  instance: string,
): Promise<readonly PermissionFinding[]> => {
  const DryRun = true;
  return Promise.all([
    tryOne('ec2:DescribeAvailabilityZones', () => ec2.send(new DescribeAvailabilityZonesCommand({}))),
    tryOne('ec2:DescribeVpcs', () => ec2.send(new DescribeVpcsCommand({ MaxResults: 5 }))),
    tryOne('ec2:CreateVpc', () => ec2.send(new CreateVpcCommand({ DryRun, CidrBlock: '10.0.0.0/16' }))),
    tryOne('ec2:CreateInternetGateway', () => ec2.send(new CreateInternetGatewayCommand({ DryRun }))),
    tryOne('ec2:AllocateAddress', () => ec2.send(new AllocateAddressCommand({ DryRun, Domain: 'vpc' }))),
    tryOne('iam:ListRoles', () => iam.send(new ListRolesCommand({ PathPrefix: iamPathOf(instance) }))),
    tryOne('route53:ListHostedZones', () => route53.send(new ListHostedZonesCommand({ MaxItems: 1 }))),
  ]);
};

const tryAll = async (
  account: AwsAccount,
  roleArn: string,
  instance: string,
): Promise<readonly PermissionFinding[]> => {
  const sets = Object.keys(awsPermissions) as readonly AwsPermissionSet[];
  const findings: PermissionFinding[] = [];
  try {
    for (const grant of sets.flatMap((set) => grantsOf(set, instance)))
      findings.push(...(await simulate(account, roleArn, grant)));
    return merge(findings);
  } catch (error) {
    if (!(error instanceof CloudError) || error.kind !== 'permission') throw error;
    return tryCalls(account, instance);
  }
};

/** Each permission that Berth may need, and for what: by simulation of the role's policies, else by trying some. */
export const tryPermissions = async (
  account: AwsAccount,
  roleArn: string,
  instance: string,
): Promise<readonly PermissionFinding[]> =>
  (await tryAll(account, roleArn, instance)).map((finding) => ({
    ...finding,
    neededFor: awsUsesOf(finding.permission),
  }));
