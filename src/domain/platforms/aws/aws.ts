import type { PlatformRules } from '../platform-rules.ts';
import { platformBlock, publishedServices } from '../platform-rules.ts';
import { awsExamples } from './aws-examples.ts';
import { awsImmutableFields } from './aws-immutable.ts';
import { awsEncryptionSchema, awsNodePoolFields, awsRootVolumeFields, awsSchema } from './aws-schema.ts';
import { checkAwsCluster } from './check-cluster.ts';
import { checkAwsNodePool } from './check-node-pool.ts';
import { existingAwsInfrastructure } from './existing-infrastructure.ts';
import { awsHostedClusterPlatform, awsKeyService } from './hosted-cluster-platform.ts';
import { awsNodePoolDefaults, awsNodePoolPlatform } from './node-pool-platform.ts';

/** AWS with network and identities that exist before. */
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
  autoscaling: 'fromZero',
  regionOf: (spec) => platformBlock(spec, 'aws').aws.region,
  credentials: () => [],
  cloudCredentialId: () => undefined,
  existingInfrastructure: existingAwsInfrastructure,
  infraIdOf: (spec) => platformBlock(spec, 'aws').aws.infrastructure.infraId,
  hostedClusterPlatform: awsHostedClusterPlatform,
  keyService: awsKeyService,
  nodePoolDefaults: awsNodePoolDefaults,
  nodePoolPlatform: awsNodePoolPlatform,
  checkCluster: checkAwsCluster,
  checkNodePool: checkAwsNodePool,
  immutableFields: awsImmutableFields,
};
