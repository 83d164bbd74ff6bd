import type { PlatformRules } from '../platform-rules.ts';
import { platformBlock, publishedServices } from '../platform-rules.ts';
import { openstackNodePoolFields, openstackSchema } from './openstack-schema.ts';

export const openstack: PlatformRules = {
  type: 'openstack',
  kubeType: 'OpenStack',
  title: 'OpenStack',
  schemas: { cluster: openstackSchema, nodePool: openstackNodePoolFields, rootVolume: {} },
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
  regionOf: (spec) => platformBlock(spec, 'openstack').openstack.region,
  credentials: () => [],
  cloudCredentialId: () => undefined,
  existingInfrastructure: () => ({}),
  infraIdOf: () => undefined,
  hostedClusterPlatform: () => ({ openstack: {} }),
  nodePoolDefaults: ({ platform = {} }) => platform,
  nodePoolPlatform: () => ({ openstack: {} }),
  checkCluster: () => [],
  checkNodePool: () => [],
  immutableFields: [],
};
