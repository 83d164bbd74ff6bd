import type { ClusterSpec, PublishingStrategy } from '../cluster/cluster-spec.ts';
import type { CredentialKind } from '../credential/credential.ts';
import type { InfrastructureRequest, PlannedStep } from '../infrastructure/infrastructure-plan.ts';
import type { InfrastructureOutputs } from '../infrastructure/infrastructure-record.ts';
import type { Architecture, NodePoolSpec } from '../node-pool/node-pool-spec.ts';
import type { JsonObject } from '../shared/json.ts';
import type { FieldProblem } from '../shared/problem.ts';
import type { JsonSchema } from '../shared/schema.ts';
import type { ClusterPlatform, NodePoolPlatform, PlatformOutputs, PlatformType } from './platform-specs.ts';

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
  /** Routes work without names of their own: the operator makes private ones. */
  readonly hasNamelessRoutes?: true;
  /** Services besides the API server that are published by a load balancer. */
  loadBalanced?(spec: ClusterSpec): readonly PublishedService[];
}

export interface NodePoolInput {
  readonly cluster: ClusterSpec;
  readonly nodePool: NodePoolSpec;
}

/** What the manifests of a cluster are made from: its spec, and ids of the infrastructure, whoever made it. */
export interface ClusterRendering {
  readonly spec: ClusterSpec;
  readonly infraId: string;
  readonly hostedClusterName: string;
  readonly infrastructure: InfrastructureOutputs;
}

export interface NodePoolRendering extends NodePoolInput {
  readonly infraId: string;
  readonly infrastructure: InfrastructureOutputs;
}

/** A credential of the tenant that a spec refers to. */
export interface CredentialReference {
  readonly path: SpecPath;
  readonly id: string;
  readonly kinds: readonly CredentialKind[];
}

/** A Secret or ConfigMap of the platform, in the namespace of the cluster. */
export interface PlatformObject {
  readonly kind: 'Secret' | 'ConfigMap';
  readonly name: string;
  /** `type` of a Secret; the server's own when absent. */
  readonly type?: string;
  /** Texts; a Secret's are encoded when it is rendered. */
  readonly data: Readonly<Record<string, string>>;
}

/** A field of the platform's block that keeps the value that it was created with. */
export interface ImmutablePlatformField {
  /** Below `/spec/platform/TYPE`: `/region`. */
  readonly pointer: string;
  /** The pointer is below `/spec`: `/encryption/azure/keyUrl`. */
  readonly isOfSpec?: true;
  readonly reason: string;
  /** What to do when another value is needed; making another cluster when absent. */
  readonly instead?: string;
  /** It may be given later, once. */
  readonly canBeAdded?: true;
  /** A list that may get further entries at its end. */
  readonly canGrow?: true;
  read(spec: ClusterSpec, infraId: string): unknown;
}

/** Addresses of a network that Berth makes for the machines. */
export interface MachineRange {
  readonly cidr: string;
  /** Where the request says so. */
  readonly pointer: string;
  /** The request does not say so. */
  readonly isDefault: boolean;
  /** How many machines have an address in it, what says so, and what that is called. */
  readonly room?: { readonly addresses: number; readonly pointer: string; readonly name: string };
}

/** A field of a pool that keeps the value that it was created with. */
export interface ImmutablePoolField {
  /** Below `/spec`: `/subnet`. */
  readonly pointer: string;
  readonly reason: string;
  read(nodePool: NodePoolSpec, cluster: ClusterSpec): unknown;
}

/** Infrastructure that Berth makes by itself. */
export interface ManagedInfrastructure {
  /** Everything that is to exist, in no particular order. Same request, same plan. */
  plan(request: InfrastructureRequest): readonly PlannedStep[];
  /** The ids that the manifests need, once every step that is not late has its own. */
  outputs(request: InfrastructureRequest, idOf: (step: string) => string): InfrastructureOutputs;
}

/** JSON Schemas of what a user may say about the platform. */
export interface PlatformSchemas {
  /** The block under `spec.platform`. */
  readonly cluster: JsonSchema;
  /** Members of a pool's `platform`, all optional, and of its `rootVolume`. */
  readonly nodePool: Readonly<Record<string, JsonSchema>>;
  readonly rootVolume: Readonly<Record<string, JsonSchema>>;
  /** Settings of its key service: the member of `encryption` named after the platform. Absent: there is none. */
  readonly encryption?: JsonSchema;
}

/** A namespace that a spec names on the management cluster, where others have theirs as well. */
export interface NamespaceReference {
  readonly path: SpecPath;
  readonly namespace: string;
}

/** All that differs between platforms. One folder each; `platforms.ts` holds them together. */
export interface PlatformRules {
  readonly type: PlatformType;
  /** Its name in the CRDs. */
  readonly kubeType: string;
  /** Its name for people. */
  readonly title: string;
  /** HyperShift has it only behind the feature set TechPreviewNoUpgrade. */
  readonly isPreview?: true;
  readonly schemas: PlatformSchemas;
  /** A block and a pool's settings that are taken, for the documents. */
  readonly examples: { readonly cluster: JsonObject; readonly nodePool: JsonObject };
  /** Architectures that the operator brings up on it. */
  readonly architectures: readonly Architecture[];
  /** Architecture of a pool that names none; amd64 when absent. */
  readonly architecture?: Architecture;
  readonly upgradeType: 'replace' | 'inPlace';
  /** Base domain when the spec has none; undefined: the field is left out. */
  readonly baseDomain?: string;
  /** Storage class of etcd when the spec has none; undefined: the default of the management cluster. */
  readonly etcdStorageClass?: string;
  /** Machine ranges when neither the spec nor the infrastructure has any. */
  readonly machineCidrs?: readonly string[];
  readonly publishing: PublishingRules;
  /** How services are published, where it depends on the spec; `publishing` otherwise. */
  readonly publishingOf?: (spec: ClusterSpec) => PublishingRules;
  /** Node pools are tied to a zone or a subnet, and the cluster to DNS zones. */
  readonly hasZones: boolean;
  /** The cluster is tied to DNS zones; as `hasZones` when absent. */
  readonly hasDnsZones?: boolean;
  /** What of `zone` and `subnet` a pool may say; both or none, as `hasZones` says, when absent. */
  readonly nodePoolPlaces?: readonly ('zone' | 'subnet')[];
  /** Whether the operator makes the machines; else they join by hand, and nobody counts them. */
  readonly hasMachines: boolean;
  /** Whether machines come and go by themselves, and down to none. */
  readonly autoscaling: 'none' | 'fromOne' | 'fromZero';
  /** Where in the cloud: region, location; undefined: the platform has none. */
  regionOf(spec: ClusterSpec): string | undefined;
  /** Credentials that the platform's part of a spec refers to; the pull secret is not among them. */
  credentials(spec: ClusterSpec): readonly CredentialReference[];
  /** The credential that opens the cloud account of the cluster; undefined: Berth does not reach it. */
  cloudCredentialId(spec: ClusterSpec): string | undefined;
  /** Ids that the user gave; undefined: Berth is to make the infrastructure. */
  existingInfrastructure(spec: ClusterSpec): InfrastructureOutputs | undefined;
  /** Absent: Berth makes nothing on this platform. */
  readonly managed?: ManagedInfrastructure;
  /** Namespaces of the management cluster, beside the cluster's own, that a spec names: each has to be opened to the tenant. */
  readonly namespaces?: (spec: ClusterSpec) => readonly NamespaceReference[];
  readonly nodePoolNamespaces?: (input: NodePoolInput, at: SpecPath) => readonly NamespaceReference[];
  /** The cloud spells its ids as it likes: two that differ in case only are the same. */
  readonly hasIdsInAnyCase?: true;
  /** The range of the network that Berth is to make; undefined: the spec names the machines' ranges itself. */
  readonly machineRange?: (spec: ClusterSpec) => MachineRange | undefined;
  /** Machines can also come by `autoNode`. */
  readonly hasAutoNode?: true;
  /** Prefix of cloud names that the user chose; undefined: Berth makes one. */
  infraIdOf(spec: ClusterSpec): string | undefined;
  /** `spec.platform` of a HostedCluster without its `type`. */
  hostedClusterPlatform(rendering: ClusterRendering): JsonObject;
  /** Annotations of the HostedCluster that the platform asks for. */
  readonly annotations?: (rendering: ClusterRendering) => Readonly<Record<string, string>>;
  /** Further members of `spec` of the HostedCluster, such as `autoNode`. */
  readonly hostedClusterMembers?: (rendering: ClusterRendering) => JsonObject;
  /** `secretEncryption.kms` for a cluster whose spec asks for the key service of the platform; absent: there is none. */
  readonly keyService?: (rendering: ClusterRendering) => JsonObject | undefined;
  /** Objects that the HostedCluster refers to. `secretOf` gives the value of a credential of the spec. */
  readonly objects?: (
    rendering: ClusterRendering,
    secretOf: (credentialId: string) => string,
  ) => readonly PlatformObject[];
  /** Whether what the machines of a pool stand on, as the subnet of their zone, is made already; it always is when absent. */
  readonly hasPlaceFor?: (rendering: NodePoolRendering) => boolean;
  /** Machine settings with this platform's defaults for what the pool leaves open. */
  nodePoolDefaults(nodePool: NodePoolSpec): NodePoolPlatform;
  /** vCPUs of one machine, with the defaults applied; absent or undefined: nobody knows. */
  readonly vcpuOf?: (machine: NodePoolPlatform) => number | undefined;
  /** `spec.platform` of a NodePool without its `type`. Expects `nodePoolDefaults` to be applied. */
  nodePoolPlatform(rendering: NodePoolRendering): JsonObject;
  /** What no schema knows: every problem at once. */
  checkCluster(spec: ClusterSpec, at?: SpecPath): readonly FieldProblem[];
  checkNodePool(input: NodePoolInput, at?: SpecPath): readonly FieldProblem[];
  readonly immutableFields: readonly ImmutablePlatformField[];
  /** Fields of a pool that keep their value, besides those that do on every platform. */
  readonly immutableNodePoolFields?: readonly ImmutablePoolField[];
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

/** The ids that a platform's infrastructure has. Manifests are rendered only once they are there. */
export const outputsOf = <T extends keyof PlatformOutputs>(
  outputs: InfrastructureOutputs,
  type: T,
): NonNullable<PlatformOutputs[T]> => {
  const own = outputs[type];
  if (own === undefined) throw new TypeError(`the infrastructure has no outputs for ${type}`);
  return own;
};
