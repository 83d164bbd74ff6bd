import { type ImmutablePlatformField, type PlatformRules, platformBlock } from '../platform-rules.ts';
import { checkPowervsCluster, checkPowervsNodePool } from './check-powervs.ts';
import { powervsCredentialReferences, powervsObjects } from './powervs-objects.ts';
import {
  powervsHostedClusterPlatform,
  powervsNodePoolDefaults,
  powervsNodePoolPlatform,
} from './powervs-platform.ts';
import { powervsNodePoolFields, powervsSchema } from './powervs-schema.ts';

const credential = 'cr_01jc8vr3n2e9qsyw6x5m7t4kzd';

const standing = 'The control plane and the machines are made there.';

const immutableFields: readonly ImmutablePlatformField[] = [
  { pointer: '/region', reason: standing, read: (spec) => platformBlock(spec, 'powervs').powervs.region },
  { pointer: '/zone', reason: standing, read: (spec) => platformBlock(spec, 'powervs').powervs.zone },
  {
    pointer: '/resourceGroup',
    reason: standing,
    read: (spec) => platformBlock(spec, 'powervs').powervs.resourceGroup,
  },
  {
    pointer: '/infrastructure',
    reason: standing,
    read: (spec, infraId) => ({ infraId, ...platformBlock(spec, 'powervs').powervs.infrastructure }),
  },
];

/** Virtual machines on IBM Power, in a workspace that the user made. */
export const powervs: PlatformRules = {
  type: 'powervs',
  kubeType: 'PowerVS',
  title: 'IBM Power Virtual Server',
  schemas: { cluster: powervsSchema, nodePool: powervsNodePoolFields, rootVolume: {} },
  examples: {
    cluster: {
      region: 'us-south',
      zone: 'us-south',
      resourceGroup: 'payments',
      infrastructure: {
        mode: 'existing',
        accountId: '65b64c1f1c29460e8c2e4bbfbd893c2c',
        cisInstanceCrn:
          'crn:v1:bluemix:public:internet-svcs:global:a/65b64c1f1c29460e8c2e4bbfbd893c2c:453c4cff-2ee0-4309-95f1-2e9384d9bb96::',
        serviceInstanceId: '10b1000b-da8d-4e18-ad1f-6b2a56a8c130',
        subnet: { name: 'payments-dhcp' },
        vpc: { name: 'payments-vpc', region: 'us-south', subnet: 'payments-vpc-subnet' },
      },
      credentialIds: {
        kubeCloudController: credential,
        nodePoolManagement: credential,
        ingress: credential,
        storage: credential,
        imageRegistry: credential,
      },
    },
    nodePool: { systemType: 's922', processorType: 'shared', processors: '0.5', memoryGiB: 32 },
  },
  architectures: ['ppc64le'],
  architecture: 'ppc64le',
  upgradeType: 'replace',
  machineCidrs: ['10.0.0.0/16'],
  publishing: {
    strategies: ['loadBalancer', 'route'],
    strategy: 'loadBalancer',
    hostnames: () => [],
  },
  hasZones: false,
  hasDnsZones: true,
  hasMachines: true,
  autoscaling: 'fromOne',
  regionOf: (spec) => platformBlock(spec, 'powervs').powervs.region,
  credentials: powervsCredentialReferences,
  cloudCredentialId: () => undefined,
  existingInfrastructure: () => ({}),
  infraIdOf: (spec) => platformBlock(spec, 'powervs').powervs.infrastructure.infraId,
  hostedClusterPlatform: powervsHostedClusterPlatform,
  objects: powervsObjects,
  nodePoolDefaults: powervsNodePoolDefaults,
  nodePoolPlatform: powervsNodePoolPlatform,
  checkCluster: checkPowervsCluster,
  checkNodePool: checkPowervsNodePool,
  immutableFields,
};
