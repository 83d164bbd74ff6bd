import type { NodePoolSpec } from '../node-pool/node-pool-spec.ts';
import type { ClusterPlatform, KeyServiceEncryption } from '../platforms/platform-specs.ts';
import type { OpenshiftConfiguration } from './openshift-configuration.ts';

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
  /** Ranges of both families where clusterCidrs and serviceCidrs are absent. */
  readonly dualStack?: boolean;
  readonly apiServerAllowedCidrs?: readonly string[];
  /** Address and port at which pods reach the API server; 172.20.0.1 (fd00::1) and 6443 when absent. */
  readonly apiServerAdvertiseAddress?: string;
  readonly apiServerPort?: number;
  readonly ovnMtu?: number;
  /** Ranges inside OVN-Kubernetes, one a family, instead of its own. */
  readonly ovnJoinCidrs?: readonly string[];
  readonly ovnTransitCidrs?: readonly string[];
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
  /** A further name of the API server, that the user's own DNS knows. */
  readonly apiServerName?: string;
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
  readonly etcd?: {
    readonly storage?: { readonly size?: string; readonly className?: string };
    /** https or s3 URL of a snapshot that the database of a new cluster begins with. */
    readonly restoreSnapshotUrl?: string;
  };
  readonly operatorCatalogs?: 'management' | 'guest';
  readonly fips?: boolean;
  readonly tolerations?: readonly Toleration[];
  readonly nodeSelector?: Readonly<Record<string, string>>;
  /** Labels of the pods of the control plane. */
  readonly labels?: Readonly<Record<string, string>>;
  /** How much the API server logs, 0 to 10. */
  readonly apiServerVerbosity?: number;
  /** RFC 3339. Another instant restarts the control plane. */
  readonly restartedAt?: string;
  /** Credential of kind kubeconfig: where the API server sends its audit log. */
  readonly auditWebhookCredentialId?: string;
}

export type ClusterEncryption = { readonly type: 'aescbc' } | KeyServiceEncryption;

interface ClusterConfiguration extends OpenshiftConfiguration {
  readonly proxy?: {
    readonly httpProxy?: string;
    readonly httpsProxy?: string;
    readonly noProxy?: string;
    /** URLs that must answer through the proxy before it counts as good. */
    readonly readinessEndpoints?: readonly string[];
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
  /** Keys of labels in which alike groups of nodes may differ. */
  readonly balancingIgnoredLabels?: readonly string[];
  readonly maxFreeDifferenceRatioPercent?: number;
  readonly scaling?: 'upOnly' | 'upAndDown';
  readonly scaleDown?: {
    readonly delayAfterAddSeconds?: number;
    readonly delayAfterDeleteSeconds?: number;
    readonly delayAfterFailureSeconds?: number;
    readonly unneededDurationSeconds?: number;
    readonly utilizationThresholdPercent?: number;
  };
}

type MetricsSet = 'Telemetry' | 'SRE' | 'All';

interface ClusterMonitoring {
  /** How many metrics of the control plane there are. */
  readonly metricsSet?: MetricsSet;
  /** Whether the monitoring of the cluster itself gets them too. */
  readonly metricsForwarding?: { readonly mode: 'Forward' | 'None'; readonly metricsSet?: MetricsSet };
  /** No alerts for the cluster. */
  readonly silenceAlerts?: boolean;
}

/** Where the cluster itself learns of newer versions; which version runs is said by `version`. */
interface ClusterUpdates {
  readonly channel?: string;
  readonly service?: string;
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
  readonly monitoring?: ClusterMonitoring;
  readonly updates?: ClusterUpdates;
  /** UUID by which OpenShift's own services know the cluster; chosen by HyperShift when absent. */
  readonly openshiftId?: string;
  readonly paused?: boolean;
  /** RFC 3339: paused until then. */
  readonly pausedUntil?: string;
  /** ISO 8601: how long a deletion waits for what the cluster made outside. */
  readonly deletionGracePeriod?: string;
  readonly deletionProtection?: boolean;
  readonly placement?: { readonly labels?: Readonly<Record<string, string>> };
}

/** The body of a create: node pools come along, and are resources of their own afterwards. */
export interface NewNodePool extends NodePoolSpec {
  readonly name: string;
}
