import type { ClusterSpec } from '../../../../../src/domain/cluster/cluster-spec.ts';
import type { InfrastructureOutputs } from '../../../../../src/domain/infrastructure/infrastructure-record.ts';
import type { NodePoolSpec } from '../../../../../src/domain/node-pool/node-pool-spec.ts';
import { aws } from '../../../../../src/domain/platforms/aws/aws.ts';
import type {
  AwsExistingInfrastructure,
  AwsManagedInfrastructure,
  AwsOutputs,
  AwsPlatform,
} from '../../../../../src/domain/platforms/aws/aws-spec.ts';

const account = '123456789012';
export const roleArn = (name: string): string => `arn:aws:iam::${account}:role/${name}`;
export const credentialId = 'cr_01jzc8w2q5e8rv9n3k7m4x6t0d';
export const vpcOwnerCredentialId = 'cr_01jzc8w2q5e8rv9n3k7m4x6t0e';
export const keyArn = `arn:aws:kms:eu-west-1:${account}:key/1234abcd`;

export const roles = {
  ingress: roleArn('ingress'),
  imageRegistry: roleArn('image-registry'),
  storage: roleArn('storage'),
  network: roleArn('network'),
  kubeCloudController: roleArn('cloud-controller'),
  nodePoolManagement: roleArn('node-pool'),
  controlPlaneOperator: roleArn('control-plane-operator'),
};

export const subnets = [
  { id: 'subnet-0123456789abcdef0', zone: 'eu-west-1a' },
  { id: 'subnet-0123456789abcdef1', zone: 'eu-west-1b' },
];

export const sharedVpc = {
  localZoneId: 'Z0123456789ABCDEFGHIJ',
  ingressRoleArn: 'arn:aws:iam::210987654321:role/ingress',
  controlPlaneRoleArn: 'arn:aws:iam::210987654321:role/control-plane',
};

const existing: AwsExistingInfrastructure = {
  mode: 'existing',
  vpcId: 'vpc-0123456789abcdef0',
  subnets,
  roles,
  issuerUrl: 'https://oidc.example.org/payments',
};

const managed: AwsManagedInfrastructure = { mode: 'managed', zones: ['eu-west-1a', 'eu-west-1b'] };

const specOf = (platform: AwsPlatform, more: Partial<ClusterSpec>): ClusterSpec => ({
  version: '4.20.3',
  platform: { type: 'aws', aws: platform },
  dns: { baseDomain: 'example.org' },
  pullSecretCredentialId: 'cr_01jzc8w2q5e8rv9n3k7m4x6t0c',
  ...more,
});

/** A cluster on infrastructure that exists; `platform` is what its block says besides. */
export const existingSpec = (
  infrastructure: Partial<AwsExistingInfrastructure> = {},
  platform: Partial<AwsPlatform> = {},
  more: Partial<ClusterSpec> = {},
): ClusterSpec =>
  specOf({ region: 'eu-west-1', ...platform, infrastructure: { ...existing, ...infrastructure } }, more);

/** A cluster whose infrastructure Berth makes. */
export const managedSpec = (
  infrastructure: Partial<AwsManagedInfrastructure> = {},
  platform: Partial<AwsPlatform> = {},
  more: Partial<ClusterSpec> = {},
): ClusterSpec =>
  specOf(
    { region: 'eu-west-1', credentialId, ...platform, infrastructure: { ...managed, ...infrastructure } },
    more,
  );

/** What Berth may have made. */
export const managedOutputs = (more: Partial<AwsOutputs> = {}): InfrastructureOutputs => ({
  issuerUrl: 'https://oidc.berth.example.org/b2c3d4e5f6g7h',
  machineCidrs: ['10.0.0.0/16'],
  publicZoneId: 'Z0123456789ABCDEFGHIK',
  privateZoneId: 'Z0123456789ABCDEFGHIL',
  aws: {
    vpcId: 'vpc-0123456789abcdef0',
    subnets,
    roles,
    instanceProfile: 'b2c3d4e5f6g7h-worker',
    ownershipTags: { 'berth-cluster': 'cl_1', 'berth-instance': 'test' },
    ...more,
  },
});

/** `pointer code` of every problem of a cluster. */
export const problemsOf = (spec: ClusterSpec): string[] =>
  aws.checkCluster(spec).map(({ pointer, code }) => `${pointer} ${code}`);

/** `pointer code` of every problem of a pool. */
export const poolProblemsOf = (nodePool: NodePoolSpec, cluster: ClusterSpec = existingSpec()): string[] =>
  aws
    .checkNodePool({ cluster, nodePool: { replicas: 1, ...nodePool } })
    .map(({ pointer, code }) => `${pointer} ${code}`);
