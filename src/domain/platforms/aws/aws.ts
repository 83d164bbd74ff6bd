import type { PlatformRules } from '../platform-rules.ts';
import { platformBlock, publishedServices } from '../platform-rules.ts';
import { checkAwsCluster } from './check-cluster.ts';
import { checkAwsNodePool } from './check-node-pool.ts';
import { awsHostedClusterPlatform, awsKeyService } from './hosted-cluster-platform.ts';
import { awsNodePoolDefaults, awsNodePoolPlatform } from './node-pool-platform.ts';

/** AWS with network and identities that exist before. */
export const aws: PlatformRules = {
  type: 'aws',
  kubeType: 'AWS',
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
  nodePoolFields: ['instanceType', 'instanceProfile', 'rootVolume'],
  rootVolumeFields: ['sizeGiB', 'type', 'iops', 'kmsKeyArn'],
  hasZones: true,
  hasMachines: true,
  autoscaling: 'fromZero',
  hostedClusterPlatform: awsHostedClusterPlatform,
  issuerUrl: (spec) => platformBlock(spec, 'aws').aws.infrastructure.issuerUrl,
  keyService: awsKeyService,
  nodePoolDefaults: awsNodePoolDefaults,
  nodePoolPlatform: awsNodePoolPlatform,
  checkCluster: checkAwsCluster,
  checkNodePool: checkAwsNodePool,
};
