import type { JsonObject } from '../../../shared/json.ts';

/** Longest text that STS takes as the policy of a session. Source: AssumeRole, `Policy`. */
export const sessionPolicyLimit = 2048;

const allow = (actions: readonly string[], resources: readonly string[] = ['*']): JsonObject => ({
  Effect: 'Allow',
  Action: actions,
  Resource: resources,
});

const reads = allow([
  'ec2:Describe*',
  'elasticloadbalancing:Describe*',
  'iam:Get*',
  'iam:List*',
  'iam:SimulatePrincipalPolicy',
  'kms:DescribeKey',
  'ram:GetResourceShares',
  'route53:Get*',
  'route53:List*',
  's3:GetBucketTagging',
  's3:ListAllMyBuckets',
  'servicequotas:Get*',
]);

const identities = (instance: string): readonly string[] => [
  `arn:*:iam::*:role/berth/${instance}/*`,
  `arn:*:iam::*:instance-profile/berth/${instance}/*`,
];

const create = (instance: string): readonly JsonObject[] => [
  reads,
  allow([
    'ec2:A*',
    'ec2:CreateInternetGateway',
    'ec2:CreateNatGateway',
    'ec2:CreateRoute*',
    'ec2:CreateSubnet',
    'ec2:CreateTags',
    'ec2:CreateVpc*',
    'ec2:De*Gateway',
    'ec2:DeleteRouteTable',
    'ec2:DeleteSubnet',
    'ec2:DeleteVpc*',
    'ec2:DisassociateRouteTable',
    'ec2:ModifyVpc*',
    'ec2:ReleaseAddress',
    'ec2:ReplaceRoute*',
    'ram:*ResourceShare',
    'ram:TagResource',
    'route53:*VPC*',
    'route53:Change*',
    'route53:*HostedZone',
    'iam:*OpenIDConnectProvider*',
  ]),
  allow(['iam:*Role*', 'iam:*InstanceProfile*'], identities(instance)),
];

const destroy = (instance: string): readonly JsonObject[] => [
  reads,
  allow([
    'ec2:De*',
    'ec2:DisassociateRouteTable',
    'ec2:RejectVpcEndpointConnections',
    'ec2:ReleaseAddress',
    'ec2:ReplaceRouteTableAssociation',
    'ec2:Revoke*',
    'ec2:TerminateInstances',
    'elasticloadbalancing:Delete*',
    'iam:DeleteOpenIDConnectProvider',
    'ram:DeleteResourceShare',
    'route53:ChangeResourceRecordSets',
    'route53:DeleteHostedZone',
  ]),
  allow(
    ['iam:DeleteRole*', 'iam:DetachRolePolicy', 'iam:DeleteInstanceProfile', 'iam:Remove*'],
    identities(instance),
  ),
  allow(['s3:AbortMultipartUpload', 's3:Delete*', 's3:List*'], ['arn:*:s3:::*-image-registry-*']),
];

const statements = { scan: () => [reads], create, destroy } as const;

/**
 * What is left of the rights of the customer's role in a session of one phase: a slip in one phase cannot do what only
 * another may. Wild cards keep it below the limit of STS.
 */
export const sessionPolicyOf = (phase: keyof typeof statements, instance: string): string =>
  JSON.stringify({ Version: '2012-10-17', Statement: statements[phase](instance) });
