import { filled } from '../../shared/present.ts';
import { type PlatformRules, platformBlock } from '../platform-rules.ts';
import { checkKubevirtCluster } from './check-cluster.ts';
import { checkKubevirtNodePool, kubevirtNodePoolNamespaces } from './check-node-pool.ts';
import { kubevirtHostedClusterPlatform, kubevirtObjects } from './hosted-cluster-platform.ts';
import { kubevirtNodePoolFields, kubevirtRootVolumeFields, kubevirtSchema } from './kubevirt-schema.ts';
import { kubevirtNodePoolDefaults, kubevirtNodePoolPlatform } from './node-pool-platform.ts';

const byOperator = 'HyperShift fixes it when the control plane is made.';

/** Virtual machines on the management cluster itself, or on another cluster. */
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
    // The command line gives the services no names here: only the kind of publishing changes.
    hostnames: () => [],
  },
  hasZones: false,
  hasMachines: true,
  autoscaling: 'fromOne',
  regionOf: () => undefined,
  credentials: (spec) => {
    const { externalInfrastructure } = platformBlock(spec, 'kubevirt').kubevirt;
    const path = ['spec', 'platform', 'kubevirt', 'externalInfrastructure', 'credentialId'];
    return externalInfrastructure === undefined
      ? []
      : [{ path, id: externalInfrastructure.credentialId, kinds: ['kubeconfig'] }];
  },
  cloudCredentialId: () => undefined,
  existingInfrastructure: () => ({}),
  infraIdOf: () => undefined,
  hostedClusterPlatform: kubevirtHostedClusterPlatform,
  objects: kubevirtObjects,
  nodePoolNamespaces: kubevirtNodePoolNamespaces,
  nodePoolDefaults: kubevirtNodePoolDefaults,
  vcpuOf: ({ cores }) => cores,
  nodePoolPlatform: kubevirtNodePoolPlatform,
  checkCluster: checkKubevirtCluster,
  checkNodePool: checkKubevirtNodePool,
  immutableFields: [
    {
      pointer: '/externalInfrastructure/namespace',
      reason: 'The machines of the cluster are there.',
      read: (spec) => platformBlock(spec, 'kubevirt').kubevirt.externalInfrastructure?.namespace,
    },
    {
      pointer: '/storageDriver',
      reason: byOperator,
      read: (spec) => platformBlock(spec, 'kubevirt').kubevirt.storageDriver,
    },
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
