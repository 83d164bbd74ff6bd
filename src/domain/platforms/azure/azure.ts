import type { PlatformRules } from '../platform-rules.ts';
import { platformBlock, publishedServices } from '../platform-rules.ts';
import { azureNodePoolFields, azureSchema } from './azure-schema.ts';

export const azure: PlatformRules = {
  type: 'azure',
  kubeType: 'Azure',
  title: 'Azure',
  schemas: { cluster: azureSchema, nodePool: azureNodePoolFields, rootVolume: {} },
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
  regionOf: (spec) => platformBlock(spec, 'azure').azure.region,
  credentials: () => [],
  cloudCredentialId: () => undefined,
  existingInfrastructure: () => ({}),
  infraIdOf: () => undefined,
  hostedClusterPlatform: () => ({ azure: {} }),
  nodePoolDefaults: ({ platform = {} }) => platform,
  nodePoolPlatform: () => ({ azure: {} }),
  checkCluster: () => [],
  checkNodePool: () => [],
  immutableFields: [],
};
