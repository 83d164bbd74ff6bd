/** Service accounts that the operators of a cluster act as: emails. They differ, and belong to the project of the cluster. */
export interface GcpServiceAccounts {
  /** Cluster API, which makes the machines. */
  readonly nodePool: string;
  readonly controlPlane: string;
  readonly cloudController: string;
  /** CSI driver of persistent disks. */
  readonly storage: string;
  readonly imageRegistry: string;
  /** Cloud network config controller. */
  readonly network: string;
}

/** Pool and provider that turn service-account tokens of the cluster into Google's. */
export interface GcpWorkloadIdentity {
  /** Number of the project, not its id. */
  readonly projectNumber: string;
  readonly poolId: string;
  readonly providerId: string;
}

/** Network and identities that the caller made before: Berth only refers to them. Names, not links. */
export interface GcpExistingInfrastructure {
  readonly mode: 'existing';
  /** Prefix of cloud names; made by Berth when absent. */
  readonly infraId?: string;
  readonly network: string;
  /** Subnet of the private endpoint, and of the machines when a pool names no other. */
  readonly privateServiceConnectSubnet: string;
  readonly workloadIdentity: GcpWorkloadIdentity;
  readonly serviceAccounts: GcpServiceAccounts;
  readonly issuerUrl?: string;
  /** Private key behind the issuer, whose public half the provider has; without one the operator makes its own. */
  readonly serviceAccountSigningKeyCredentialId?: string;
}

/** Network and identities that Berth makes, and takes away with the cluster. */
export interface GcpManagedInfrastructure {
  readonly mode: 'managed';
  /** Zones of the machines, in the user's order; the first is that of pools that name none. Found by Berth when absent. */
  readonly zones?: readonly string[];
  /** IPv4 range of the subnet; 10.0.0.0/24 when absent. */
  readonly subnetCidr?: string;
  /** Number that the project must have; a guard against a mixed-up project. */
  readonly projectNumber?: string;
}

export interface GcpPlatform {
  /** Id of the project, not its number. */
  readonly project: string;
  readonly region: string;
  /** Workload identity of Berth in the project. Needed for `managed`; with `existing` Berth only reads with it. */
  readonly credentialId?: string;
  readonly endpointAccess?: 'private' | 'publicAndPrivate';
  readonly infrastructure: GcpExistingInfrastructure | GcpManagedInfrastructure;
  /** Labels of what the operators make for the cluster. */
  readonly resourceLabels?: Readonly<Record<string, string>>;
}

/** Machine settings of a node pool. */
export interface GcpNodePool {
  readonly instanceType?: string;
  /** Boot image; that of the release when absent. */
  readonly bootImage?: string;
  /** Network tags, for firewall rules. */
  readonly networkTags?: readonly string[];
  /** Labels of the machines and their disks, besides those of the cluster. */
  readonly resourceLabels?: Readonly<Record<string, string>>;
  readonly provisioningModel?: 'Standard' | 'Spot' | 'Preemptible';
  readonly onHostMaintenance?: 'MIGRATE' | 'TERMINATE';
  /** What the machines themselves act as. */
  readonly machineServiceAccount?: { readonly email?: string; readonly scopes?: readonly string[] };
}

export interface GcpRootVolume {
  readonly sizeGiB?: number;
  /** pd-standard, pd-ssd, pd-balanced */
  readonly type?: string;
  /** Resource name of a key of Cloud KMS. */
  readonly kmsKeyName?: string;
}

/** Names of the infrastructure, whoever made it. */
export interface GcpOutputs {
  readonly network: string;
  readonly privateServiceConnectSubnet: string;
  readonly workloadIdentity: GcpWorkloadIdentity;
  readonly serviceAccounts: GcpServiceAccounts;
  /** The first is that of pools that name none; REGION-a when there is none. */
  readonly zones?: readonly string[];
  /** Marks of Berth's ownership, for what the operators make. Absent: the infrastructure is not Berth's. */
  readonly ownershipLabels?: Readonly<Record<string, string>>;
}
