import type { PlatformRules } from '../platform-rules.ts';
import { platformBlock, publishedServices } from '../platform-rules.ts';
import { awsCredentials } from './aws-credentials.ts';
import { awsExamples } from './aws-examples.ts';
import { awsImmutableFields } from './aws-immutable.ts';
import { awsMachineRange } from './aws-machine-range.ts';
import { awsNodePoolFields, awsRootVolumeFields } from './aws-node-pool-schema.ts';
import { awsEncryptionSchema, awsSchema } from './aws-schema.ts';
import { checkAwsCluster } from './check-cluster.ts';
import { checkAwsNodePool } from './check-node-pool.ts';
import { existingAwsInfrastructure } from './existing-infrastructure.ts';
import {
  awsAnnotations,
  awsHostedClusterMembers,
  awsHostedClusterPlatform,
  awsKeyService,
} from './hosted-cluster-platform.ts';
import { awsNodePoolDefaults, awsNodePoolPlatform, hasSubnetFor } from './node-pool-platform.ts';
import { awsManaged } from './plan/aws-plan.ts';
import { awsSigningKey } from './signing-key.ts';
import { vcpuOfInstanceType } from './vcpu.ts';

/** AWS: network and identities that exist before, or that Berth makes. */
export const aws: PlatformRules = {
  type: 'aws',
  kubeType: 'AWS',
  title: 'Amazon Web Services',
  schemas: {
    cluster: awsSchema,
    nodePool: awsNodePoolFields,
    rootVolume: awsRootVolumeFields,
    encryption: awsEncryptionSchema,
  },
  examples: awsExamples,
  architectures: ['amd64', 'arm64'],
  upgradeType: 'replace',
  etcdStorageClass: 'gp3-csi',
  publishing: {
    strategies: ['loadBalancer', 'route'],
    strategy: 'loadBalancer',
    // Nodes reach the other two by names inside the VPC as soon as there is a private endpoint.
    hostnames: (spec) =>
      (platformBlock(spec, 'aws').aws.endpointAccess ?? 'public') === 'public'
        ? publishedServices
        : ['APIServer', 'OAuthServer'],
  },
  hasZones: true,
  hasMachines: true,
  hasAutoNode: true,
  autoscaling: 'fromZero',
  regionOf: (spec) => platformBlock(spec, 'aws').aws.region,
  credentials: awsCredentials,
  cloudCredentialId: (spec) => platformBlock(spec, 'aws').aws.credentialId,
  existingInfrastructure: existingAwsInfrastructure,
  managed: awsManaged,
  machineRange: awsMachineRange,
  infraIdOf: (spec) => {
    const { infrastructure } = platformBlock(spec, 'aws').aws;
    return infrastructure.mode === 'existing' ? infrastructure.infraId : undefined;
  },
  hostedClusterPlatform: awsHostedClusterPlatform,
  annotations: awsAnnotations,
  hostedClusterMembers: awsHostedClusterMembers,
  objects: awsSigningKey.objects,
  keyService: awsKeyService,
  nodePoolDefaults: awsNodePoolDefaults,
  vcpuOf: ({ instanceType }) => (instanceType === undefined ? undefined : vcpuOfInstanceType(instanceType)),
  hasPlaceFor: hasSubnetFor,
  nodePoolPlatform: awsNodePoolPlatform,
  checkCluster: checkAwsCluster,
  checkNodePool: checkAwsNodePool,
  immutableFields: awsImmutableFields,
};
