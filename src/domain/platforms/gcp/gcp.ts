import type { PlatformRules } from '../platform-rules.ts';
import { platformBlock, publishedServices } from '../platform-rules.ts';
import { gcpNodePoolFields, gcpSchema } from './gcp-schema.ts';

export const gcp: PlatformRules = {
  type: 'gcp',
  kubeType: 'GCP',
  title: 'GCP',
  schemas: { cluster: gcpSchema, nodePool: gcpNodePoolFields, rootVolume: {} },
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
  regionOf: (spec) => platformBlock(spec, 'gcp').gcp.region,
  credentials: () => [],
  cloudCredentialId: () => undefined,
  existingInfrastructure: () => ({}),
  infraIdOf: () => undefined,
  hostedClusterPlatform: () => ({ gcp: {} }),
  nodePoolDefaults: ({ platform = {} }) => platform,
  nodePoolPlatform: () => ({ gcp: {} }),
  checkCluster: () => [],
  checkNodePool: () => [],
  immutableFields: [],
};
