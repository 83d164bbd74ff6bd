import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { filled } from '../../shared/present.ts';
import type { PlatformRules, PublishingRules } from '../platform-rules.ts';
import { platformBlock, publishedServices } from '../platform-rules.ts';
import { azureCredentials } from './azure-credentials.ts';
import { azureExamples } from './azure-examples.ts';
import { azureImmutableFields } from './azure-immutable.ts';
import { azureNodePoolFields, azureRootVolumeFields } from './azure-node-pool-schema.ts';
import { azureObjects } from './azure-objects.ts';
import { azureEncryptionSchema, azureSchema } from './azure-schema.ts';
import { checkAzureCluster } from './check-cluster.ts';
import { checkAzureNodePool } from './check-node-pool.ts';
import { existingAzureInfrastructure } from './existing-infrastructure.ts';
import { azureHostedClusterPlatform, azureKeyService } from './hosted-cluster-platform.ts';
import { azureMachineRange } from './machine-range.ts';
import { azureNodePoolDefaults, azureNodePoolPlatform } from './node-pool-platform.ts';
import { azureManaged } from './plan/azure-plan.ts';
import { azureSigningKey } from './signing-key.ts';
import { vcpuOfVmSize } from './vcpu.ts';

const accessOf = (spec: ClusterSpec) => platformBlock(spec, 'azure').azure.endpointAccess ?? 'public';

const publishing: PublishingRules = {
  strategies: ['loadBalancer', 'route'],
  strategy: 'loadBalancer',
  // Nodes reach the other two by names inside the network as soon as there is a private endpoint.
  hostnames: (spec) => (accessOf(spec) === 'public' ? publishedServices : ['APIServer', 'OAuthServer']),
  loadBalanced: (spec) =>
    platformBlock(spec, 'azure').azure.oauthPublishing === 'loadBalancer' ? ['OAuthServer'] : [],
};

/** A private API server is a route without a name of its own. */
const privatePublishing: PublishingRules = { ...publishing, strategy: 'route', hasNamelessRoutes: true };

/** Azure: network and identities that exist before, or that Berth makes. */
export const azure: PlatformRules = {
  type: 'azure',
  kubeType: 'Azure',
  title: 'Microsoft Azure',
  schemas: {
    cluster: azureSchema,
    nodePool: azureNodePoolFields,
    rootVolume: azureRootVolumeFields,
    encryption: azureEncryptionSchema,
  },
  examples: azureExamples,
  architectures: ['amd64', 'arm64'],
  upgradeType: 'replace',
  publishing,
  publishingOf: (spec) => (accessOf(spec) === 'private' ? privatePublishing : publishing),
  hasZones: true,
  hasMachines: true,
  autoscaling: 'fromZero',
  regionOf: (spec) => platformBlock(spec, 'azure').azure.location,
  credentials: azureCredentials,
  cloudCredentialId: (spec) => filled(platformBlock(spec, 'azure').azure.credentialId),
  existingInfrastructure: existingAzureInfrastructure,
  managed: azureManaged,
  hasIdsInAnyCase: true,
  machineRange: azureMachineRange,
  infraIdOf: (spec) => {
    const { infrastructure } = platformBlock(spec, 'azure').azure;
    return infrastructure.mode === 'existing' ? filled(infrastructure.infraId) : undefined;
  },
  hostedClusterPlatform: azureHostedClusterPlatform,
  hostedClusterMembers: azureSigningKey.members,
  objects: azureObjects,
  keyService: azureKeyService,
  nodePoolDefaults: azureNodePoolDefaults,
  vcpuOf: ({ instanceType }) => (instanceType === undefined ? undefined : vcpuOfVmSize(instanceType)),
  nodePoolPlatform: azureNodePoolPlatform,
  checkCluster: checkAzureCluster,
  checkNodePool: checkAzureNodePool,
  immutableFields: azureImmutableFields,
  immutableNodePoolFields: [
    {
      pointer: '/subnet',
      reason: 'HyperShift fixes it when the pool is made.',
      read: ({ subnet }, cluster) => filled(subnet) ?? existingAzureInfrastructure(cluster)?.azure?.subnetId,
    },
  ],
};
