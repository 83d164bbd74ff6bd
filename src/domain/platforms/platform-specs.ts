import type { AgentNodePool, AgentPlatform } from './agent/agent-spec.ts';
import type { AwsEncryption, AwsNodePool, AwsOutputs, AwsPlatform, AwsRootVolume } from './aws/aws-spec.ts';
import type {
  AzureEncryption,
  AzureNodePool,
  AzureOutputs,
  AzurePlatform,
  AzureRootVolume,
} from './azure/azure-spec.ts';
import type { GcpNodePool, GcpOutputs, GcpPlatform, GcpRootVolume } from './gcp/gcp-spec.ts';
import type { KubevirtNodePool, KubevirtPlatform, KubevirtRootVolume } from './kubevirt/kubevirt-spec.ts';
import type { NonePlatform } from './none/none-spec.ts';
import type { OpenstackNodePool, OpenstackPlatform } from './openstack/openstack-spec.ts';
import type { PowervsNodePool, PowervsPlatform } from './powervs/powervs-spec.ts';

/** Platforms that Berth offers, each with the type of its block. Each has a folder here; `platforms.ts` holds their rules. */
export interface PlatformSpecs {
  readonly aws: AwsPlatform;
  readonly azure: AzurePlatform;
  readonly gcp: GcpPlatform;
  readonly kubevirt: KubevirtPlatform;
  readonly openstack: OpenstackPlatform;
  readonly powervs: PowervsPlatform;
  readonly agent: AgentPlatform;
  readonly none: NonePlatform;
}

export type PlatformType = keyof PlatformSpecs;

export const platformTypes = [
  'aws',
  'azure',
  'gcp',
  'kubevirt',
  'openstack',
  'powervs',
  'agent',
  'none',
] as const satisfies readonly PlatformType[];

/** Exactly the member that `type` names. */
export type ClusterPlatform = {
  readonly [T in PlatformType]: { readonly type: T } & { readonly [Member in T]: PlatformSpecs[T] };
}[PlatformType];

/** Volume that a machine starts from. Which members may be used depends on the platform (admission says so). */
export interface RootVolume extends AwsRootVolume, AzureRootVolume, GcpRootVolume, KubevirtRootVolume {}

/** Machine settings of a node pool. Which members may be used depends on the platform of the cluster (admission says so). */
export interface NodePoolPlatform
  extends AwsNodePool,
    AzureNodePool,
    GcpNodePool,
    KubevirtNodePool,
    OpenstackNodePool,
    PowervsNodePool,
    AgentNodePool {
  readonly rootVolume?: RootVolume;
}

/** A key of the platform's own key service that encrypts what is stored: exactly the member of the platform (admission says so). */
export interface KeyServiceEncryption {
  readonly type: 'kms';
  readonly aws?: AwsEncryption;
  readonly azure?: AzureEncryption;
}

/** Ids of the infrastructure; the member of the platform is there when it has any. */
export interface PlatformOutputs {
  readonly aws?: AwsOutputs;
  readonly azure?: AzureOutputs;
  readonly gcp?: GcpOutputs;
}
