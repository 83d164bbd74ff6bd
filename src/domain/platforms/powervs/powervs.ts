import type { PlatformRules } from '../platform-rules.ts';
import { platformBlock, publishedServices } from '../platform-rules.ts';
import { powervsNodePoolFields, powervsSchema } from './powervs-schema.ts';

export const powervs: PlatformRules = {
  type: 'powervs',
  kubeType: 'PowerVS',
  title: 'PowerVS',
  schemas: { cluster: powervsSchema, nodePool: powervsNodePoolFields, rootVolume: {} },
  examples: { cluster: { region: 'eu-1' }, nodePool: {} },
  architectures: ['amd64'],
  upgradeType: 'replace',
  publishing: {
    strategies: ['loadBalancer', 'route'],
    strategy: 'loadBalancer',
    hostnames: () => publishedServices,
  },
  hasZones: false,
  hasMachines: true,
  autoscaling: 'fromOne',
  regionOf: (spec) => platformBlock(spec, 'powervs').powervs.region,
  credentials: () => [],
  cloudCredentialId: () => undefined,
  existingInfrastructure: () => ({}),
  infraIdOf: () => undefined,
  hostedClusterPlatform: () => ({ powervs: {} }),
  nodePoolDefaults: ({ platform = {} }) => platform,
  nodePoolPlatform: () => ({ powervs: {} }),
  checkCluster: () => [],
  checkNodePool: () => [],
  immutableFields: [],
};
