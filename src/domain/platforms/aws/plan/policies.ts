import type { PolicyStatement } from './step-inputs.ts';

/** `ec2` and its actions, as `ec2:Action`. */
export const actionsOf = (service: string, ...actions: readonly string[]): readonly string[] =>
  actions.map((action) => `${service}:${action}`);

const forAwsResources = { Bool: { 'kms:GrantIsForAWSResource': true } } as const;

/**
 * Rights of the operators of a cluster. Source: the policies of `hypershift create iam aws`; every operator checks for
 * what it needs when it starts, so that less is an outage and more is a hole.
 */
export const imageRegistry: readonly PolicyStatement[] = [
  {
    actions: actionsOf(
      's3',
      'CreateBucket',
      'DeleteBucket',
      'PutBucketTagging',
      'GetBucketTagging',
      'PutBucketPublicAccessBlock',
      'GetBucketPublicAccessBlock',
      'PutEncryptionConfiguration',
      'GetEncryptionConfiguration',
      'PutLifecycleConfiguration',
      'GetLifecycleConfiguration',
      'GetBucketLocation',
      'ListBucket',
      'GetObject',
      'PutObject',
      'DeleteObject',
      'ListBucketMultipartUploads',
      'AbortMultipartUpload',
      'ListMultipartUploadParts',
    ),
  },
];

export const storage: readonly PolicyStatement[] = [
  {
    actions: actionsOf(
      'ec2',
      'AttachVolume',
      'CopyVolumes',
      'CreateSnapshot',
      'CreateTags',
      'CreateVolume',
      'DeleteSnapshot',
      'DeleteTags',
      'DeleteVolume',
      'DescribeAvailabilityZones',
      'DescribeInstances',
      'DescribeInstanceTypes',
      'DescribeSnapshots',
      'DescribeTags',
      'DescribeVolumes',
      'DescribeVolumesModifications',
      'DescribeVolumeStatus',
      'DetachVolume',
      'EnableFastSnapshotRestores',
      'LockSnapshot',
      'ModifyVolume',
    ),
  },
  {
    actions: actionsOf(
      'kms',
      'Decrypt',
      'Encrypt',
      'GenerateDataKey',
      'GenerateDataKeyWithoutPlainText',
      'DescribeKey',
    ),
  },
  { actions: actionsOf('kms', 'CreateGrant', 'RevokeGrant', 'ListGrants'), condition: forAwsResources },
];

export const cloudController: readonly PolicyStatement[] = [
  {
    actions: [
      ...actionsOf(
        'autoscaling',
        'DescribeAutoScalingGroups',
        'DescribeLaunchConfigurations',
        'DescribeTags',
      ),
      ...actionsOf(
        'ec2',
        'AttachVolume',
        'AuthorizeSecurityGroupIngress',
        'CreateRoute',
        'CreateSecurityGroup',
        'CreateTags',
        'CreateVolume',
        'DeleteRoute',
        'DeleteSecurityGroup',
        'DeleteVolume',
        'DescribeAvailabilityZones',
        'DescribeImages',
        'DescribeInstances',
        'DescribeRegions',
        'DescribeRouteTables',
        'DescribeSecurityGroups',
        'DescribeSubnets',
        'DescribeVolumes',
        'DescribeVpcs',
        'DetachVolume',
        'ModifyInstanceAttribute',
        'ModifyVolume',
        'RevokeSecurityGroupIngress',
      ),
      ...actionsOf(
        'elasticloadbalancing',
        'AddTags',
        'ApplySecurityGroupsToLoadBalancer',
        'AttachLoadBalancerToSubnets',
        'ConfigureHealthCheck',
        'CreateListener',
        'CreateLoadBalancer',
        'CreateLoadBalancerListeners',
        'CreateLoadBalancerPolicy',
        'CreateTargetGroup',
        'DeleteListener',
        'DeleteLoadBalancer',
        'DeleteLoadBalancerListeners',
        'DeleteTargetGroup',
        'DeregisterInstancesFromLoadBalancer',
        'DeregisterTargets',
        'DescribeListeners',
        'DescribeLoadBalancerAttributes',
        'DescribeLoadBalancerPolicies',
        'DescribeLoadBalancers',
        'DescribeTargetGroupAttributes',
        'DescribeTargetGroups',
        'DescribeTargetHealth',
        'DetachLoadBalancerFromSubnets',
        'ModifyListener',
        'ModifyLoadBalancerAttributes',
        'ModifyTargetGroup',
        'ModifyTargetGroupAttributes',
        'RegisterInstancesWithLoadBalancer',
        'RegisterTargets',
        'SetLoadBalancerPoliciesForBackendServer',
        'SetLoadBalancerPoliciesOfListener',
        'SetSecurityGroups',
      ),
      'iam:CreateServiceLinkedRole',
      'kms:DescribeKey',
    ],
  },
];

export const nodePool: readonly PolicyStatement[] = [
  {
    actions: [
      ...actionsOf(
        'ec2',
        'AssociateRouteTable',
        'AttachInternetGateway',
        'AuthorizeSecurityGroupIngress',
        'CreateInternetGateway',
        'CreateLaunchTemplate',
        'CreateLaunchTemplateVersion',
        'CreateNatGateway',
        'CreateRoute',
        'CreateRouteTable',
        'CreateSecurityGroup',
        'CreateSubnet',
        'CreateTags',
        'DeleteInternetGateway',
        'DeleteLaunchTemplate',
        'DeleteLaunchTemplateVersions',
        'DeleteNatGateway',
        'DeleteRouteTable',
        'DeleteSecurityGroup',
        'DeleteSubnet',
        'DeleteTags',
        'DescribeAccountAttributes',
        'DescribeAddresses',
        'DescribeAvailabilityZones',
        'DescribeDhcpOptions',
        'DescribeImages',
        'DescribeInstances',
        'DescribeInstanceTypes',
        'DescribeInternetGateways',
        'DescribeLaunchTemplates',
        'DescribeLaunchTemplateVersions',
        'DescribeNatGateways',
        'DescribeNetworkInterfaceAttribute',
        'DescribeNetworkInterfaces',
        'DescribeRouteTables',
        'DescribeSecurityGroups',
        'DescribeSubnets',
        'DescribeVolumes',
        'DescribeVpcAttribute',
        'DescribeVpcs',
        'DetachInternetGateway',
        'DisassociateAddress',
        'DisassociateRouteTable',
        'ModifyInstanceAttribute',
        'ModifyNetworkInterfaceAttribute',
        'ModifySubnetAttribute',
        'RevokeSecurityGroupIngress',
        'RunInstances',
        'TerminateInstances',
      ),
      'tag:GetResources',
      ...actionsOf('sqs', 'DeleteMessage', 'ReceiveMessage'),
    ],
  },
  {
    actions: ['iam:CreateServiceLinkedRole'],
    resources: [
      'arn:*:iam::*:role/aws-service-role/elasticloadbalancing.amazonaws.com/AWSServiceRoleForElasticLoadBalancing',
    ],
    condition: { StringLike: { 'iam:AWSServiceName': 'elasticloadbalancing.amazonaws.com' } },
  },
  { actions: ['iam:PassRole'], resources: ['arn:*:iam::*:role/*-worker-role'] },
  { actions: actionsOf('kms', 'Decrypt', 'ReEncrypt', 'GenerateDataKeyWithoutPlainText', 'DescribeKey') },
  { actions: ['kms:CreateGrant'], condition: forAwsResources },
];

export const network: readonly PolicyStatement[] = [
  {
    actions: actionsOf(
      'ec2',
      'AssignIpv6Addresses',
      'AssignPrivateIpAddresses',
      'DescribeInstances',
      'DescribeInstanceStatus',
      'DescribeInstanceTypes',
      'DescribeNetworkInterfaces',
      'DescribeSubnets',
      'UnassignIpv6Addresses',
      'UnassignPrivateIpAddresses',
    ),
  },
];

const securityGroupActions = actionsOf(
  'ec2',
  'AuthorizeSecurityGroupEgress',
  'AuthorizeSecurityGroupIngress',
  'CreateSecurityGroup',
  'CreateTags',
  'DeleteSecurityGroup',
  'DescribeSecurityGroups',
  'DescribeSubnets',
  'DescribeVpcEndpoints',
  'DescribeVpcs',
  'RevokeSecurityGroupEgress',
  'RevokeSecurityGroupIngress',
);

/** Actions on the endpoint of a private cluster and its security group. */
export const endpoint: readonly PolicyStatement[] = [
  {
    actions: [
      ...actionsOf('ec2', 'CreateVpcEndpoint', 'DeleteVpcEndpoints', 'ModifyVpcEndpoint'),
      ...securityGroupActions,
    ],
  },
];

/** The endpoint itself is made with the role of the account that owns the VPC. */
export const endpointOfSharedVpc: readonly PolicyStatement[] = [{ actions: securityGroupActions }];

export const zoneOfSharedVpc: readonly PolicyStatement[] = [
  {
    actions: [
      ...actionsOf(
        'route53',
        'ChangeResourceRecordSets',
        'ChangeTagsForResource',
        'GetAccountLimit',
        'GetChange',
        'GetHostedZone',
        'ListHostedZones',
        'ListHostedZonesByName',
        'ListResourceRecordSets',
        'ListTagsForResource',
        'UpdateHostedZoneComment',
      ),
      ...actionsOf('tag', 'GetResources', 'UntagResources'),
    ],
  },
];

export const worker: readonly PolicyStatement[] = [
  { actions: actionsOf('ec2', 'DescribeInstances', 'DescribeRegions') },
];

export const ingress = (
  changes: Pick<PolicyStatement, 'resources' | 'condition'>,
): readonly PolicyStatement[] => [
  { actions: ['elasticloadbalancing:DescribeLoadBalancers', 'tag:GetResources', 'route53:ListHostedZones'] },
  { actions: ['route53:ChangeResourceRecordSets'], ...changes },
];

export const localZone = (zoneStep: string): readonly PolicyStatement[] => [
  { actions: ['route53:ListHostedZones'] },
  {
    actions: actionsOf('route53', 'ChangeResourceRecordSets', 'ListResourceRecordSets'),
    resources: [{ hostedZone: zoneStep }],
  },
];

export const keyService = (keyArn: string): readonly PolicyStatement[] => [
  {
    actions: actionsOf('kms', 'Encrypt', 'Decrypt', 'ReEncrypt*', 'GenerateDataKey*', 'DescribeKey'),
    resources: [keyArn],
  },
];
