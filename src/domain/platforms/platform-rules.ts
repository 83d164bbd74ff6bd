import type {
  ClusterPlatform,
  ClusterSpec,
  PlatformType,
  PublishingStrategy,
} from '../cluster/cluster-spec.ts';
import type {
  Architecture,
  NodePoolPlatform,
  NodePoolSpec,
  RootVolume,
} from '../node-pool/node-pool-spec.ts';
import type { JsonObject } from '../shared/json.ts';
import type { FieldProblem } from '../shared/problem.ts';

/** Where a spec stands in the request body, for the pointers of problems: `['spec']`, `['spec', 'nodePools', 0]`. */
export type SpecPath = readonly (string | number)[];

/** Services that a HostedCluster publishes, in the words of its API. */
export const publishedServices = ['APIServer', 'Ignition', 'Konnectivity', 'OAuthServer'] as const;
export type PublishedService = (typeof publishedServices)[number];

export interface PublishingRules {
  /** What `publishing.strategy` may say. */
  readonly strategies: readonly PublishingStrategy[];
  /** Used when the spec names neither a strategy nor an external DNS domain. */
  readonly strategy: PublishingStrategy;
  /** Services that get a host name below the external DNS domain. */
  hostnames(spec: ClusterSpec): readonly PublishedService[];
}

export interface NodePoolInput {
  readonly cluster: ClusterSpec;
  readonly nodePool: NodePoolSpec;
}

export interface NodePoolRendering extends NodePoolInput {
  readonly infraId: string;
}

/** All that differs between platforms. One folder each; `platforms.ts` holds them together. */
export interface PlatformRules {
  readonly type: PlatformType;
  /** Its name in the CRDs. */
  readonly kubeType: string;
  /** Architectures that the operator brings up on it. */
  readonly architectures: readonly Architecture[];
  readonly upgradeType: 'replace' | 'inPlace';
  /** Base domain when the spec has none; undefined: the field is left out. */
  readonly baseDomain?: string;
  /** Storage class of etcd when the spec has none; undefined: the default of the management cluster. */
  readonly etcdStorageClass?: string;
  readonly publishing: PublishingRules;
  /** Members of a pool's `platform` that it knows, and of its `rootVolume`. */
  readonly nodePoolFields: readonly (keyof NodePoolPlatform)[];
  readonly rootVolumeFields: readonly (keyof RootVolume)[];
  /** Node pools are tied to a zone or a subnet, and the cluster to DNS zones. */
  readonly hasZones: boolean;
  /** Whether the operator makes the machines; else they join by hand, and nobody counts them. */
  readonly hasMachines: boolean;
  /** Whether machines come and go by themselves, and down to none. */
  readonly autoscaling: 'none' | 'fromOne' | 'fromZero';
  /** `spec.platform` of a HostedCluster without its `type`. */
  hostedClusterPlatform(spec: ClusterSpec, infraId: string): JsonObject;
  /** Issuer of service-account tokens; undefined: the default of the CRD. */
  issuerUrl(spec: ClusterSpec): string | undefined;
  /** `secretEncryption.kms` for a cluster whose spec asks for the key service of the platform; absent: there is none. */
  readonly keyService?: (spec: ClusterSpec) => JsonObject | undefined;
  /** Machine settings with this platform's defaults for what the pool leaves open. */
  nodePoolDefaults(nodePool: NodePoolSpec): NodePoolPlatform;
  /** `spec.platform` of a NodePool without its `type`. Expects `nodePoolDefaults` to be applied. */
  nodePoolPlatform(rendering: NodePoolRendering): JsonObject;
  /** What no schema knows: every problem at once. */
  checkCluster(spec: ClusterSpec, at?: SpecPath): readonly FieldProblem[];
  checkNodePool(input: NodePoolInput, at?: SpecPath): readonly FieldProblem[];
}

/** The member of `spec.platform` that `type` names. A spec of another platform is a fault of the caller. */
export const platformBlock = <T extends PlatformType>(
  spec: ClusterSpec,
  type: T,
): Extract<ClusterPlatform, { readonly type: T }> => {
  const { platform } = spec;
  if (platform.type === type) return platform as Extract<ClusterPlatform, { readonly type: T }>;
  throw new TypeError(`a cluster on ${platform.type} was given to the rules of ${type}`);
};
