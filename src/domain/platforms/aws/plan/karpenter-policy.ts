import { actionsOf } from './policies.ts';
import type { PolicyStatement } from './step-inputs.ts';

const ec2Arns = (...kinds: readonly string[]): readonly string[] =>
  kinds.map((kind) =>
    kind === 'image' || kind === 'snapshot' ? `arn:*:ec2:*::${kind}/*` : `arn:*:ec2:*:*:${kind}/*`,
  );

const made = ec2Arns(
  'fleet',
  'instance',
  'volume',
  'network-interface',
  'launch-template',
  'spot-instances-request',
);

const profiles = ['arn:*:iam::*:instance-profile/*'];

const requestTag = (key: string) => ({ StringLike: { [`aws:RequestTag/${key}`]: '*' } });
const resourceTag = (key: string) => ({ StringLike: { [`aws:ResourceTag/${key}`]: '*' } });
const ofPool = 'karpenter.sh/nodepool';
const ofClass = 'karpenter.k8s.aws/ec2nodeclass';

/** Rights of Karpenter: machines and profiles that carry its tags, and no others. Source: `hypershift create iam aws`. */
export const karpenter = (workerRolePath: string): readonly PolicyStatement[] => [
  {
    actions: actionsOf('ec2', 'RunInstances', 'CreateFleet'),
    resources: ec2Arns(
      'image',
      'snapshot',
      'security-group',
      'subnet',
      'capacity-reservation',
      'launch-template',
    ),
  },
  {
    actions: actionsOf('ec2', 'RunInstances', 'CreateFleet', 'CreateLaunchTemplate'),
    resources: made,
    condition: requestTag(ofPool),
  },
  {
    actions: ['ec2:CreateTags'],
    resources: made,
    condition: {
      StringEquals: { 'ec2:CreateAction': ['RunInstances', 'CreateFleet', 'CreateLaunchTemplate'] },
      ...requestTag(ofPool),
    },
  },
  { actions: ['ec2:CreateTags'], resources: ec2Arns('instance'), condition: resourceTag(ofPool) },
  {
    actions: actionsOf('ec2', 'TerminateInstances', 'DeleteLaunchTemplate'),
    resources: ec2Arns('instance', 'launch-template'),
    condition: resourceTag(ofPool),
  },
  {
    actions: [
      ...actionsOf(
        'ec2',
        'DescribeCapacityReservations',
        'DescribeImages',
        'DescribeInstances',
        'DescribeInstanceTypeOfferings',
        'DescribeInstanceTypes',
        'DescribeLaunchTemplates',
        'DescribeSecurityGroups',
        'DescribeSpotPriceHistory',
        'DescribeSubnets',
      ),
      'pricing:GetProducts',
      ...actionsOf('sqs', 'DeleteMessage', 'GetQueueUrl', 'ReceiveMessage'),
      'iam:ListInstanceProfiles',
    ],
  },
  { actions: ['ssm:GetParameter'], resources: ['arn:*:ssm:*::parameter/aws/service/*'] },
  {
    // Upstream allows any role; the machines of this cluster have one.
    actions: ['iam:PassRole'],
    resources: [`arn:*:iam::*:role${workerRolePath}`],
    condition: {
      StringEquals: { 'iam:PassedToService': ['ec2.amazonaws.com', 'ec2.amazonaws.com.cn'] },
    },
  },
  { actions: ['iam:CreateInstanceProfile'], resources: profiles, condition: requestTag(ofClass) },
  {
    actions: ['iam:TagInstanceProfile'],
    resources: profiles,
    condition: {
      StringLike: { [`aws:ResourceTag/${ofClass}`]: '*', [`aws:RequestTag/${ofClass}`]: '*' },
    },
  },
  {
    actions: actionsOf(
      'iam',
      'AddRoleToInstanceProfile',
      'RemoveRoleFromInstanceProfile',
      'DeleteInstanceProfile',
    ),
    resources: profiles,
    condition: resourceTag(ofClass),
  },
  { actions: ['iam:GetInstanceProfile'], resources: profiles },
];
