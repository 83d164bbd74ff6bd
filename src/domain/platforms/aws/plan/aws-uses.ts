import { type CredentialUse, usesByPart } from '../../../credential/credential-use.ts';
import { type AwsPermissionSet, awsPermissions } from './aws-permissions.ts';
import { actionsOf } from './policies.ts';

/** All that is read of infrastructure that exists. */
const readOfExisting: readonly string[] = [
  ...actionsOf(
    'ec2',
    'DescribeAvailabilityZones',
    'DescribeInstanceTypeOfferings',
    'DescribeRegions',
    'DescribeRouteTables',
    'DescribeSubnets',
    'DescribeVpcAttribute',
    'DescribeVpcs',
  ),
  ...actionsOf('iam', 'GetInstanceProfile', 'GetOpenIDConnectProvider', 'GetRole'),
  'kms:DescribeKey',
  ...actionsOf('route53', 'GetHostedZone', 'ListHostedZones'),
];

/** Read before something is made, never of what was left behind. */
const readBefore: readonly string[] = [
  ...actionsOf('ec2', 'DescribeAvailabilityZones', 'DescribeInstanceTypeOfferings', 'DescribeRegions'),
  'iam:GetAccountSummary',
  'kms:DescribeKey',
  ...actionsOf('servicequotas', 'GetAWSDefaultServiceQuota', 'GetServiceQuota'),
];

/** Only read to find out what a role may do; other calls tell it as well, less of it. */
const readOfItself = 'iam:SimulatePrincipalPolicy';

const namedIn = (...sets: readonly AwsPermissionSet[]): readonly string[] =>
  sets.flatMap((set) => awsPermissions[set].flatMap(({ actions }) => actions));

const byPart = usesByPart({
  look: namedIn('scan'),
  make: namedIn('network', 'iam'),
  remove: namedIn('destroy'),
});

const isOnlyRead = new Set(namedIn('scan'));

/** What a permission of AWS is needed for. */
export const awsUsesOf = (action: string): readonly CredentialUse[] => {
  if (action === readOfItself) return [];
  const uses = byPart(action);
  if (!isOnlyRead.has(action)) return uses;
  return uses.filter((use) => {
    if (use === 'existing') return readOfExisting.includes(action);
    return use === 'managed' || !readBefore.includes(action);
  });
};
