import { filled } from '../../shared/present.ts';
import { type ImmutablePlatformField, type PlatformRules, platformBlock } from '../platform-rules.ts';
import { checkOpenstackCluster, openstackMachineCidrs } from './check-cluster.ts';
import { checkOpenstackNodePool } from './check-node-pool.ts';
import { openstackHostedClusterPlatform } from './hosted-cluster-platform.ts';
import { openstackNodePoolPlatform } from './node-pool-platform.ts';
import { openstackObjects } from './openstack-objects.ts';
import { openstackNodePoolFields, openstackSchema } from './openstack-schema.ts';
import type { OpenstackPlatform } from './openstack-spec.ts';

/** What the network of the machines is made from. */
const networkFields = [
  'externalNetwork',
  'disableExternalNetwork',
  'managedSubnet',
  'network',
  'subnets',
  'router',
  'networkMtu',
] as const satisfies readonly (keyof OpenstackPlatform)[];

const immutableFields: readonly ImmutablePlatformField[] = networkFields.map((field) => ({
  pointer: `/${field}`,
  reason: 'The network of the machines is made from it.',
  read: (spec) => {
    const value = platformBlock(spec, 'openstack').openstack[field];
    return value === false ? undefined : filled(value);
  },
}));

/** Machines of an OpenStack; HyperShift itself makes network, subnet, router and security groups there. */
export const openstack: PlatformRules = {
  type: 'openstack',
  kubeType: 'OpenStack',
  title: 'OpenStack',
  isPreview: true,
  schemas: { cluster: openstackSchema, nodePool: openstackNodePoolFields, rootVolume: {} },
  examples: {
    cluster: {
      credentialId: 'cr_01jc8vr3n2e9qsyw6x5m7t4kzd',
      externalNetwork: { id: '5387f86a-a10e-47fe-91c6-41ac131f9f30' },
      managedSubnet: { dnsNameservers: ['192.0.2.53'] },
    },
    nodePool: { instanceType: 'm1.xlarge' },
  },
  architectures: ['amd64'],
  upgradeType: 'replace',
  machineCidrs: openstackMachineCidrs,
  publishing: { strategies: ['loadBalancer'], strategy: 'loadBalancer', hostnames: () => [] },
  hasZones: false,
  nodePoolPlaces: ['zone'],
  hasMachines: true,
  autoscaling: 'fromOne',
  regionOf: () => undefined,
  credentials: (spec) => [
    {
      path: ['spec', 'platform', 'openstack', 'credentialId'],
      id: platformBlock(spec, 'openstack').openstack.credentialId,
      kinds: ['openstackClouds'],
    },
  ],
  cloudCredentialId: () => undefined,
  existingInfrastructure: () => ({}),
  infraIdOf: () => undefined,
  hostedClusterPlatform: openstackHostedClusterPlatform,
  objects: openstackObjects,
  nodePoolDefaults: ({ platform = {} }) => platform,
  nodePoolPlatform: openstackNodePoolPlatform,
  checkCluster: checkOpenstackCluster,
  checkNodePool: checkOpenstackNodePool,
  immutableFields,
};
