import { filled } from '../../shared/present.ts';
import { type PlatformRules, platformBlock, publishedServices } from '../platform-rules.ts';
import { checkKubevirtCluster } from './check-cluster.ts';
import { checkKubevirtNodePool } from './check-node-pool.ts';
import { kubevirtHostedClusterPlatform } from './hosted-cluster-platform.ts';
import { kubevirtNodePoolFields, kubevirtRootVolumeFields, kubevirtSchema } from './kubevirt-schema.ts';
import { kubevirtNodePoolDefaults, kubevirtNodePoolPlatform } from './node-pool-platform.ts';

const byOperator = 'HyperShift fixes it when the control plane is made.';

/** Virtual machines on the management cluster itself. */
export const kubevirt: PlatformRules = {
  type: 'kubevirt',
  kubeType: 'KubeVirt',
  title: 'KubeVirt',
  schemas: {
    cluster: kubevirtSchema,
    nodePool: kubevirtNodePoolFields,
    rootVolume: kubevirtRootVolumeFields,
  },
  examples: { cluster: {}, nodePool: { cores: 4, memory: '16Gi', rootVolume: { sizeGiB: 64 } } },
  architectures: ['amd64', 's390x'],
  upgradeType: 'replace',
  publishing: {
    strategies: ['loadBalancer', 'route', 'nodePort'],
    strategy: 'loadBalancer',
    hostnames: () => publishedServices,
  },
  hasZones: false,
  hasMachines: true,
  autoscaling: 'fromOne',
  regionOf: () => undefined,
  credentials: () => [],
  cloudCredentialId: () => undefined,
  existingInfrastructure: () => ({}),
  infraIdOf: () => undefined,
  hostedClusterPlatform: kubevirtHostedClusterPlatform,
  nodePoolDefaults: kubevirtNodePoolDefaults,
  nodePoolPlatform: kubevirtNodePoolPlatform,
  checkCluster: checkKubevirtCluster,
  checkNodePool: checkKubevirtNodePool,
  immutableFields: [
    {
      pointer: '/storageClassMappings',
      reason: byOperator,
      read: (spec) => filled(platformBlock(spec, 'kubevirt').kubevirt.storageClassMappings),
    },
    {
      pointer: '/volumeSnapshotClassMappings',
      reason: byOperator,
      read: (spec) => filled(platformBlock(spec, 'kubevirt').kubevirt.volumeSnapshotClassMappings),
    },
  ],
};
