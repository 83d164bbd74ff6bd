import type { PlatformRules } from '../platform-rules.ts';

/** No machines of anybody's making: nodes join by hand, and a pool only records a version. */
export const none: PlatformRules = {
  type: 'none',
  kubeType: 'None',
  architectures: ['amd64', 'arm64'],
  upgradeType: 'inPlace',
  baseDomain: 'example.com',
  publishing: {
    strategies: ['nodePort', 'loadBalancer'],
    strategy: 'nodePort',
    hostnames: () => [],
  },
  nodePoolFields: [],
  rootVolumeFields: [],
  hasZones: false,
  hasMachines: false,
  autoscaling: 'none',
  hostedClusterPlatform: () => ({}),
  issuerUrl: () => undefined,
  nodePoolDefaults: ({ platform = {} }) => platform,
  nodePoolPlatform: () => ({}),
  checkCluster: () => [],
  checkNodePool: () => [],
};
