import type { NodePoolSpec } from '../node-pool/node-pool-spec.ts';
import type { ClusterPlatform, KeyServiceEncryption } from '../platforms/platform-specs.ts';

export interface ClusterDns {
  /** Empty or absent on kubevirt: the management cluster's own apps domain is used. */
  readonly baseDomain?: string;
  /** Name of the HostedCluster: a DNS label of at most 15 characters. Chosen by Berth when absent. */
  readonly domainPrefix?: string;
  /** Stands before baseDomain in the names of the cluster's applications; the domainPrefix when absent. Empty: none. */
  readonly baseDomainPrefix?: string;
  readonly publicZoneId?: string;
  readonly privateZoneId?: string;
}

export interface ClusterNetwork {
  readonly type?: 'OVNKubernetes' | 'Calico' | 'Other';
  readonly clusterCidrs?: readonly string[];
  readonly serviceCidrs?: readonly string[];
  readonly machineCidrs?: readonly string[];
  /** Prefix length of the slice of clusterCidrs that each node gets. */
  readonly hostPrefix?: number;
  readonly apiServerAllowedCidrs?: readonly string[];
  readonly ovnMtu?: number;
  readonly disableMultiNetwork?: boolean;
  readonly allocateNodeCidrs?: boolean;
}

export type PublishingStrategy = 'loadBalancer' | 'route' | 'nodePort';

export interface ClusterPublishing {
  /** How the API server is reached; the other services follow the rules of the platform. */
  readonly strategy?: PublishingStrategy;
  /** Host name or address for nodePort. */
  readonly apiServerAddress?: string;
  /** Services get names below this domain: api-NAME.DOMAIN, oauth-NAME.DOMAIN, … */
  readonly externalDnsDomain?: string;
}

export interface Toleration {
  readonly key?: string;
  readonly operator?: 'Exists' | 'Equal';
  readonly value?: string;
  readonly effect?: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';
  readonly tolerationSeconds?: number;
}

export interface ClusterControlPlane {
  readonly availability?: 'high' | 'single';
  readonly infrastructureAvailability?: 'high' | 'single';
  readonly etcd?: { readonly storage?: { readonly size?: string; readonly className?: string } };
  readonly operatorCatalogs?: 'management' | 'guest';
  readonly fips?: boolean;
  readonly tolerations?: readonly Toleration[];
  readonly nodeSelector?: Readonly<Record<string, string>>;
  /** Credential of kind kubeconfig: where the API server sends its audit log. */
  readonly auditWebhookCredentialId?: string;
}

export type ClusterEncryption = { readonly type: 'aescbc' } | KeyServiceEncryption;

interface ClusterConfiguration {
  readonly proxy?: {
    readonly httpProxy?: string;
    readonly httpsProxy?: string;
    readonly noProxy?: string;
    /** PEM bundle of the authorities behind the certificates that the proxy shows. */
    readonly trustBundle?: string;
  };
  readonly featureSet?: 'TechPreviewNoUpgrade' | 'DevPreviewNoUpgrade';
  readonly disableDefaultCatalogSources?: boolean;
}

interface ClusterAutoscaling {
  readonly maxNodesTotal?: number;
  readonly maxPodGracePeriodSeconds?: number;
  /** ISO 8601 duration. */
  readonly maxNodeProvisionTime?: string;
  readonly podPriorityThreshold?: number;
  readonly expanders?: readonly ('LeastWaste' | 'Priority' | 'Random')[];
}

/** Machines that come and go with the pods that need them, besides those of the node pools. */
interface ClusterAutoNode {
  readonly provisioner: 'karpenter';
}

/** What the user wants of a cluster. Written by the user only; kept as it was sent. */
export interface ClusterSpec {
  readonly version: string | { readonly channel: string };
  readonly platform: ClusterPlatform;
  readonly dns?: ClusterDns;
  readonly network?: ClusterNetwork;
  readonly publishing?: ClusterPublishing;
  readonly controlPlane?: ClusterControlPlane;
  readonly encryption?: ClusterEncryption;
  readonly pullSecretCredentialId: string;
  readonly sshPublicKey?: string;
  readonly configuration?: ClusterConfiguration;
  readonly autoscaling?: ClusterAutoscaling;
  readonly autoNode?: ClusterAutoNode;
  readonly capabilities?: { readonly enabled?: readonly string[]; readonly disabled?: readonly string[] };
  /** PEM bundle of further certificate authorities. */
  readonly additionalTrustBundle?: string;
  readonly imageContentSources?: readonly { readonly source: string; readonly mirrors: readonly string[] }[];
  readonly paused?: boolean;
  readonly deletionProtection?: boolean;
  readonly placement?: { readonly labels?: Readonly<Record<string, string>> };
}

/** The body of a create: node pools come along, and are resources of their own afterwards. */
export interface NewNodePool extends NodePoolSpec {
  readonly name: string;
}
