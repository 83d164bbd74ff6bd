import { objectOf } from '../../shared/schema.ts';
import type { PlatformRules } from '../platform-rules.ts';

/** No machines of anybody's making: nodes join by hand, and a pool only records a version. */
export const none: PlatformRules = {
  type: 'none',
  kubeType: 'None',
  title: 'None',
  schemas: {
    cluster: objectOf('NonePlatformInput', {}, 'No settings: the caller brings the machines.'),
    nodePool: {},
    rootVolume: {},
  },
  examples: { cluster: {}, nodePool: {} },
  architectures: ['amd64', 'arm64'],
  upgradeType: 'inPlace',
  baseDomain: 'example.com',
  publishing: {
    strategies: ['nodePort', 'loadBalancer'],
    strategy: 'nodePort',
    hostnames: () => [],
  },
  hasZones: false,
  hasMachines: false,
  autoscaling: 'none',
  regionOf: () => undefined,
  credentials: () => [],
  cloudCredentialId: () => undefined,
  existingInfrastructure: () => ({}),
  infraIdOf: () => undefined,
  hostedClusterPlatform: () => ({}),
  nodePoolDefaults: ({ platform = {} }) => platform,
  nodePoolPlatform: () => ({}),
  checkCluster: () => [],
  checkNodePool: () => [],
  immutableFields: [],
};
