import type { KubeMetadata, KubeObject } from '../../domain/shared/kube-object.ts';

/** Of a HostedCluster (metav1.Condition) and of a NodePool (own type upstream, where `reason` may be absent). */
export interface Condition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason?: string;
  readonly message: string;
  readonly lastTransitionTime: string;
  readonly observedGeneration?: number;
}

interface Named {
  readonly name?: string;
}

export interface PublishedService {
  readonly service: string;
  readonly servicePublishingStrategy: {
    readonly type: string;
    readonly loadBalancer?: { readonly hostname?: string };
    readonly route?: { readonly hostname?: string };
    readonly nodePort?: { readonly address?: string; readonly port?: number };
  };
}

interface Networking {
  readonly networkType?: string;
  readonly clusterNetwork?: readonly { readonly cidr: string }[];
  readonly serviceNetwork?: readonly { readonly cidr: string }[];
  readonly machineNetwork?: readonly { readonly cidr: string }[];
  readonly apiServer?: { readonly advertiseAddress?: string };
}

/** The part of the spec that the simulator reads; everything else passes through untouched. */
export interface HostedClusterSpec {
  readonly release: { readonly image: string };
  readonly controlPlaneRelease?: { readonly image: string };
  readonly channel?: string;
  readonly clusterID?: string;
  readonly infraID?: string;
  readonly issuerURL?: string;
  readonly pausedUntil?: string;
  readonly platform: {
    readonly type: string;
    readonly aws?: { readonly region?: string; readonly endpointAccess?: string };
    readonly agent?: { readonly agentNamespace?: string };
    readonly kubevirt?: {
      readonly credentials?: { readonly infraKubeConfigSecret?: Named & { readonly key?: string } };
    };
    readonly openstack?: { readonly identityRef?: Named };
    readonly powervs?: {
      readonly kubeCloudControllerCreds?: Named;
      readonly nodePoolManagementCreds?: Named;
      readonly ingressOperatorCloudCreds?: Named;
      readonly storageOperatorCloudCreds?: Named;
      readonly imageRegistryOperatorCloudCreds?: Named;
    };
  };
  readonly networking?: Networking;
  readonly services?: readonly PublishedService[];
  readonly pullSecret?: Named;
  readonly sshKey?: Named;
  readonly additionalTrustBundle?: Named;
  readonly auditWebhook?: Named;
  readonly serviceAccountSigningKey?: Named;
  readonly secretEncryption?: { readonly type?: string; readonly aescbc?: { readonly activeKey?: Named } };
  readonly imageContentSources?: readonly unknown[];
  readonly autoNode?: unknown;
  readonly configuration?: {
    readonly oauth?: unknown;
    readonly authentication?: { readonly type?: string };
    readonly proxy?: { readonly trustedCA?: Named };
  };
}

export interface HistoryEntry {
  readonly state: 'Completed' | 'Partial';
  readonly version?: string;
  readonly image: string;
  readonly startedTime: string;
  readonly completionTime: string | null;
  readonly verified: boolean;
}

export interface VersionStatus {
  readonly desired: { readonly version: string; readonly image: string };
  readonly history: readonly HistoryEntry[];
  readonly availableUpdates: readonly unknown[] | null;
  readonly observedGeneration: number;
}

export interface ControlPlaneVersion {
  readonly desired: { readonly version: string; readonly image: string };
  readonly history: readonly {
    readonly state: 'Completed' | 'Partial';
    readonly version: string;
    readonly image: string;
    readonly startedTime: string;
    readonly completionTime?: string;
  }[];
  readonly observedGeneration: number;
}

export interface HostedClusterStatus {
  readonly conditions?: readonly Condition[];
  readonly version?: VersionStatus;
  readonly controlPlaneVersion?: ControlPlaneVersion;
  readonly controlPlaneEndpoint?: { readonly host: string; readonly port: number };
  readonly oauthCallbackURLTemplate?: string;
  readonly kubeconfig?: { readonly name: string };
  readonly kubeadminPassword?: { readonly name: string };
  readonly ignitionEndpoint?: string;
  readonly payloadArch?: string;
  readonly platform?: { readonly aws?: { readonly defaultWorkerSecurityGroupID?: string } };
}

export interface HostedCluster {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: KubeMetadata & { readonly namespace: string; readonly uid: string };
  readonly spec: HostedClusterSpec;
  readonly status?: HostedClusterStatus;
}

export interface NodeVersion {
  readonly ocpVersion: string;
  readonly kubeletVersion: string;
  readonly readyNodeCount: number;
  readonly unreadyNodeCount: number;
}

export interface NodePoolSpec {
  readonly clusterName: string;
  readonly release: { readonly image: string };
  readonly replicas?: number;
  readonly autoScaling?: { readonly min?: number; readonly max: number };
  readonly arch?: string;
  readonly pausedUntil?: string;
  readonly management?: { readonly upgradeType?: string; readonly autoRepair?: boolean };
  readonly platform: { readonly type: string; readonly [block: string]: unknown };
  readonly config?: readonly { readonly name: string }[];
  readonly tuningConfig?: readonly { readonly name: string }[];
  readonly nodeLabels?: Readonly<Record<string, string>>;
}

export interface NodePoolStatus {
  readonly conditions?: readonly Condition[];
  readonly replicas?: number;
  readonly version?: string;
  readonly nodesInfo?: { readonly nodeVersions: readonly NodeVersion[] };
}

export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

export interface NodePool {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: KubeMetadata & {
    readonly namespace: string;
    readonly uid: string;
    readonly ownerReferences?: readonly OwnerReference[];
  };
  readonly spec: NodePoolSpec;
  readonly status?: NodePoolStatus;
}

/** The CRDs require what these types promise; an object that breaks them makes its decision throw, and is logged. */
export const asHostedCluster = (object: KubeObject): HostedCluster => object as unknown as HostedCluster;
export const asNodePool = (object: KubeObject): NodePool => object as unknown as NodePool;
export const asKubeObject = (object: HostedCluster | NodePool): KubeObject => object as unknown as KubeObject;

export const finalizer = 'hypershift.openshift.io/finalizer';

/** HyperShift's own rule: dots become dashes. */
export const controlPlaneNamespaceOf = (cluster: { metadata: { namespace: string; name: string } }): string =>
  `${cluster.metadata.namespace}-${cluster.metadata.name.replaceAll('.', '-')}`;
