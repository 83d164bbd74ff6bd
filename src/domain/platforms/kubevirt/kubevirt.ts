import { type PlatformRules, publishedServices } from '../platform-rules.ts';
import { checkKubevirtCluster } from './check-cluster.ts';
import { checkKubevirtNodePool } from './check-node-pool.ts';
import { kubevirtHostedClusterPlatform } from './hosted-cluster-platform.ts';
import { kubevirtNodePoolDefaults, kubevirtNodePoolPlatform } from './node-pool-platform.ts';

/** Virtual machines on the management cluster itself. */
export const kubevirt: PlatformRules = {
  type: 'kubevirt',
  kubeType: 'KubeVirt',
  architectures: ['amd64', 's390x'],
  upgradeType: 'replace',
  publishing: {
    strategies: ['loadBalancer', 'route', 'nodePort'],
    strategy: 'loadBalancer',
    hostnames: () => publishedServices,
  },
  nodePoolFields: [
    'rootVolume',
    'cores',
    'memory',
    'qosClass',
    'networkMultiqueue',
    'additionalNetworks',
    'attachDefaultNetwork',
    'nodeSelector',
    'hostDevices',
  ],
  rootVolumeFields: ['sizeGiB', 'storageClass', 'accessModes', 'volumeMode', 'cacheStrategy'],
  hasZones: false,
  hasMachines: true,
  autoscaling: 'fromOne',
  hostedClusterPlatform: kubevirtHostedClusterPlatform,
  issuerUrl: () => undefined,
  nodePoolDefaults: kubevirtNodePoolDefaults,
  nodePoolPlatform: kubevirtNodePoolPlatform,
  checkCluster: checkKubevirtCluster,
  checkNodePool: checkKubevirtNodePool,
};
