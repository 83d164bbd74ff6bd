import type { PlatformRules } from '../platform-rules.ts';
import { platformBlock } from '../platform-rules.ts';
import { checkGcpCluster } from './check-cluster.ts';
import { checkGcpNodePool } from './check-node-pool.ts';
import { existingGcpInfrastructure } from './existing-infrastructure.ts';
import { gcpCredentials } from './gcp-credentials.ts';
import { gcpExamples } from './gcp-examples.ts';
import { gcpImmutableFields } from './gcp-immutable.ts';
import { gcpNodePoolFields, gcpRootVolumeFields } from './gcp-node-pool-schema.ts';
import { gcpSchema } from './gcp-schema.ts';
import { gcpHostedClusterPlatform } from './hosted-cluster-platform.ts';
import { gcpMachineRange } from './machine-range.ts';
import { gcpNodePoolDefaults, gcpNodePoolPlatform } from './node-pool-platform.ts';
import { gcpManaged } from './plan/plan.ts';
import { gcpSigningKey } from './signing-key.ts';
import { vcpuOfMachineType } from './vcpu.ts';

/** Google Cloud: network and identities that exist before, or that Berth makes. */
export const gcp: PlatformRules = {
  type: 'gcp',
  kubeType: 'GCP',
  title: 'Google Cloud',
  isPreview: true,
  schemas: { cluster: gcpSchema, nodePool: gcpNodePoolFields, rootVolume: gcpRootVolumeFields },
  examples: gcpExamples,
  architectures: ['amd64', 'arm64'],
  upgradeType: 'replace',
  publishing: {
    strategies: ['loadBalancer', 'route'],
    strategy: 'loadBalancer',
    // Nodes reach the other two through the private endpoint, by names inside the network.
    hostnames: () => ['APIServer', 'OAuthServer'],
  },
  hasZones: true,
  hasMachines: true,
  autoscaling: 'fromOne',
  regionOf: (spec) => platformBlock(spec, 'gcp').gcp.region,
  credentials: gcpCredentials,
  cloudCredentialId: (spec) => platformBlock(spec, 'gcp').gcp.credentialId,
  existingInfrastructure: existingGcpInfrastructure,
  managed: gcpManaged,
  machineRange: gcpMachineRange,
  infraIdOf: (spec) => {
    const { infrastructure } = platformBlock(spec, 'gcp').gcp;
    return infrastructure.mode === 'existing' ? infrastructure.infraId : undefined;
  },
  hostedClusterPlatform: gcpHostedClusterPlatform,
  hostedClusterMembers: gcpSigningKey.members,
  objects: gcpSigningKey.objects,
  nodePoolDefaults: gcpNodePoolDefaults,
  vcpuOf: ({ instanceType }) => (instanceType === undefined ? undefined : vcpuOfMachineType(instanceType)),
  nodePoolPlatform: gcpNodePoolPlatform,
  checkCluster: checkGcpCluster,
  checkNodePool: checkGcpNodePool,
  immutableFields: gcpImmutableFields,
};
