import { actionsOf } from './policies.ts';

/** Rights that the customer's role gives Berth, on resources where AWS can tell. */
export interface AwsGrant {
  /** Of the statement: letters and digits. */
  readonly name: string;
  readonly actions: readonly string[];
  /** ARNs; `INSTANCE` stands for the name of this installation. */
  readonly resources: readonly string[];
  readonly condition?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const everything = ['*'];
const roles = ['arn:*:iam::*:role/berth/INSTANCE/*'];
const profiles = ['arn:*:iam::*:instance-profile/berth/INSTANCE/*'];
const providers = ['arn:*:iam::*:oidc-provider/*'];
const zones = ['arn:*:route53:::hostedzone/*'];
const registryBuckets = ['arn:*:s3:::*-image-registry-*'];

const scan: readonly AwsGrant[] = [
  {
    name: 'ReadNetwork',
    actions: [
      ...actionsOf(
        'ec2',
        'DescribeAddresses',
        'DescribeAvailabilityZones',
        'DescribeInstances',
        'DescribeInstanceTypeOfferings',
        'DescribeInternetGateways',
        'DescribeNatGateways',
        'DescribeNetworkInterfaces',
        'DescribeRegions',
        'DescribeRouteTables',
        'DescribeSecurityGroups',
        'DescribeSnapshots',
        'DescribeSubnets',
        'DescribeVolumes',
        'DescribeVpcAttribute',
        'DescribeVpcEndpointConnections',
        'DescribeVpcEndpoints',
        'DescribeVpcEndpointServiceConfigurations',
        'DescribeVpcs',
      ),
      ...actionsOf('elasticloadbalancing', 'DescribeLoadBalancers', 'DescribeTags', 'DescribeTargetGroups'),
      'ram:GetResourceShares',
    ],
    resources: everything,
  },
  {
    name: 'ReadIdentities',
    actions: actionsOf(
      'iam',
      'GetAccountSummary',
      'GetInstanceProfile',
      'GetOpenIDConnectProvider',
      'GetRole',
      'GetRolePolicy',
      'ListAttachedRolePolicies',
      'ListInstanceProfiles',
      'ListInstanceProfilesForRole',
      'ListOpenIDConnectProviders',
      'ListRolePolicies',
      'ListRoles',
      'SimulatePrincipalPolicy',
    ),
    resources: everything,
  },
  {
    name: 'ReadZonesKeysAndQuotas',
    actions: [
      ...actionsOf(
        'route53',
        'GetHostedZone',
        'ListHostedZones',
        'ListResourceRecordSets',
        'ListTagsForResources',
      ),
      ...actionsOf('s3', 'GetBucketTagging', 'ListAllMyBuckets'),
      'kms:DescribeKey',
      ...actionsOf('servicequotas', 'GetAWSDefaultServiceQuota', 'GetServiceQuota'),
    ],
    resources: everything,
  },
];

const network: readonly AwsGrant[] = [
  {
    name: 'MakeNetwork',
    actions: actionsOf(
      'ec2',
      'AllocateAddress',
      'AssociateRouteTable',
      'AttachInternetGateway',
      'CreateInternetGateway',
      'CreateNatGateway',
      'CreateRoute',
      'CreateRouteTable',
      'CreateSubnet',
      'CreateTags',
      'CreateVpc',
      'CreateVpcEndpoint',
      'DeleteInternetGateway',
      'DeleteNatGateway',
      'DeleteRouteTable',
      'DeleteSubnet',
      'DeleteVpc',
      'DeleteVpcEndpoints',
      'DetachInternetGateway',
      'DisassociateRouteTable',
      'ModifyVpcAttribute',
      'ModifyVpcEndpoint',
      'ReleaseAddress',
      'ReplaceRoute',
      'ReplaceRouteTableAssociation',
    ),
    resources: everything,
  },
  {
    name: 'MakeZones',
    actions: actionsOf(
      'route53',
      'AssociateVPCWithHostedZone',
      'ChangeResourceRecordSets',
      'ChangeTagsForResource',
      'CreateHostedZone',
      'CreateVPCAssociationAuthorization',
      'DeleteHostedZone',
      'DeleteVPCAssociationAuthorization',
      'DisassociateVPCFromHostedZone',
    ),
    resources: everything,
  },
  {
    name: 'ShareSubnets',
    actions: actionsOf(
      'ram',
      'AssociateResourceShare',
      'CreateResourceShare',
      'DeleteResourceShare',
      'TagResource',
    ),
    resources: everything,
  },
];

const iam: readonly AwsGrant[] = [
  {
    name: 'MakeRoles',
    actions: actionsOf(
      'iam',
      'AttachRolePolicy',
      'CreateRole',
      'DeleteRole',
      'DeleteRolePolicy',
      'DetachRolePolicy',
      'PutRolePermissionsBoundary',
      'PutRolePolicy',
      'TagRole',
      'UpdateAssumeRolePolicy',
    ),
    resources: roles,
  },
  {
    name: 'MakeProfiles',
    actions: actionsOf(
      'iam',
      'AddRoleToInstanceProfile',
      'CreateInstanceProfile',
      'DeleteInstanceProfile',
      'RemoveRoleFromInstanceProfile',
      'TagInstanceProfile',
    ),
    resources: profiles,
  },
  {
    name: 'MakeProviders',
    actions: actionsOf(
      'iam',
      'AddClientIDToOpenIDConnectProvider',
      'CreateOpenIDConnectProvider',
      'DeleteOpenIDConnectProvider',
      'TagOpenIDConnectProvider',
    ),
    resources: providers,
  },
  {
    name: 'PassWorkerRole',
    actions: ['iam:PassRole'],
    resources: ['arn:*:iam::*:role/berth/INSTANCE/*-worker-role'],
    condition: { StringLike: { 'iam:PassedToService': 'ec2.amazonaws.com*' } },
  },
];

const destroy: readonly AwsGrant[] = [
  {
    name: 'RemoveNetwork',
    actions: [
      ...actionsOf(
        'ec2',
        'DeleteInternetGateway',
        'DeleteNatGateway',
        'DeleteNetworkInterface',
        'DeleteRouteTable',
        'DeleteSecurityGroup',
        'DeleteSnapshot',
        'DeleteSubnet',
        'DeleteVolume',
        'DeleteVpc',
        'DeleteVpcEndpoints',
        'DeleteVpcEndpointServiceConfigurations',
        'DetachInternetGateway',
        'DisassociateRouteTable',
        'RejectVpcEndpointConnections',
        'ReleaseAddress',
        'ReplaceRouteTableAssociation',
        'RevokeSecurityGroupEgress',
        'RevokeSecurityGroupIngress',
        'TerminateInstances',
      ),
      ...actionsOf('elasticloadbalancing', 'DeleteLoadBalancer', 'DeleteTargetGroup'),
      'ram:DeleteResourceShare',
    ],
    resources: everything,
  },
  {
    name: 'RemoveZones',
    actions: actionsOf('route53', 'ChangeResourceRecordSets', 'DeleteHostedZone'),
    resources: zones,
  },
  {
    name: 'RemoveRoles',
    actions: actionsOf('iam', 'DeleteRole', 'DeleteRolePolicy', 'DetachRolePolicy'),
    resources: roles,
  },
  {
    name: 'RemoveProfiles',
    actions: actionsOf('iam', 'DeleteInstanceProfile', 'RemoveRoleFromInstanceProfile'),
    resources: profiles,
  },
  { name: 'RemoveProviders', actions: ['iam:DeleteOpenIDConnectProvider'], resources: providers },
  {
    name: 'EmptyRegistryBuckets',
    actions: actionsOf(
      's3',
      'AbortMultipartUpload',
      'DeleteBucket',
      'DeleteObject',
      'DeleteObjectVersion',
      'ListBucketMultipartUploads',
      'ListBucketVersions',
    ),
    resources: registryBuckets,
  },
];

/** The four parts of what Berth may need; `scan` alone is enough for infrastructure that exists. */
export const awsPermissions = { scan, network, iam, destroy } as const;

export type AwsPermissionSet = keyof typeof awsPermissions;

/** Which parts a session of a phase uses. */
export const permissionSetsOf = {
  scan: ['scan'],
  create: ['scan', 'network', 'iam'],
  destroy: ['scan', 'destroy'],
} as const satisfies Record<string, readonly AwsPermissionSet[]>;

/** Grants with the name of the installation filled in. */
export const grantsOf = (set: AwsPermissionSet, instance: string): readonly AwsGrant[] =>
  awsPermissions[set].map((grant) => ({
    ...grant,
    resources: grant.resources.map((resource) => resource.replace('INSTANCE', instance)),
  }));
