export interface AwsRoles {
  readonly ingress: string;
  readonly imageRegistry: string;
  readonly storage: string;
  readonly network: string;
  readonly kubeCloudController: string;
  readonly nodePoolManagement: string;
  readonly controlPlaneOperator: string;
}

/** What a cluster on a VPC of another account needs there: roles that the cluster's operators assume, and a zone. */
export interface AwsSharedVpc {
  /** Private zone NAME.hypershift.local, associated with the VPC. */
  readonly localZoneId: string;
  readonly ingressRoleArn: string;
  readonly controlPlaneRoleArn: string;
}

/** A subnet of the machines: private, or public in a cluster whose machines have public addresses. */
interface AwsSubnet {
  readonly id: string;
  readonly zone: string;
}

/** Network and identities that the caller made before: Berth only refers to them. ARNs, ids as AWS gives them. */
export interface AwsExistingInfrastructure {
  readonly mode: 'existing';
  /** Prefix of names and of the ownership tag; made by Berth when absent. */
  readonly infraId?: string;
  readonly vpcId: string;
  /** One a zone. */
  readonly subnets: readonly AwsSubnet[];
  readonly roles: AwsRoles;
  /** Name, not ARN; `INFRAID-worker` when absent. */
  readonly instanceProfile?: string;
  readonly issuerUrl: string;
  /** Private key behind the issuer, whose documents the caller publishes; without one the operator makes both. */
  readonly serviceAccountSigningKeyCredentialId?: string;
  /** Role of Karpenter; needed for `autoNode`. */
  readonly karpenterRoleArn?: string;
  readonly sharedVpc?: AwsSharedVpc;
  /** The subnets are public and the machines get public addresses. */
  readonly publicOnly?: boolean;
}

/** Network and identities that Berth makes, and takes away with the cluster. */
export interface AwsManagedInfrastructure {
  readonly mode: 'managed';
  /** 1–8, in the user's order. The place of a zone decides its address ranges: zones are only added at the end. */
  readonly zones: readonly string[];
  /** IPv4 range of the VPC, always a /16; 10.0.0.0/16 when absent. */
  readonly machineCidr?: string;
  /** `perZone` when absent. */
  readonly natGateways?: 'single' | 'perZone';
  /** No private subnets and no NAT: the machines get public addresses. */
  readonly publicOnly?: boolean;
  /** `proxy`: private tables get no default route, the way out is `configuration.proxy` of the spec. `natGateway` when absent. */
  readonly egress?: 'natGateway' | 'proxy';
  /** Upper limit of the rights of every role that Berth makes. */
  readonly permissionsBoundaryArn?: string;
  /** Policies that AWS keeps for ROSA instead of inline ones. */
  readonly rosaManagedPolicies?: boolean;
  /** The VPC is made in the account of another credential and shared with the account of the cluster. */
  readonly sharedVpc?: {
    readonly vpcOwnerCredentialId: string;
    /** The private zones belong to the account of the cluster, not to that of the VPC. */
    readonly privateZonesInClusterAccount?: boolean;
  };
}

export interface AwsPlatform {
  readonly region: string;
  /** Role that Berth assumes. Needed for `managed`; with `existing` Berth only reads with it. */
  readonly credentialId?: string;
  readonly endpointAccess?: 'public' | 'publicAndPrivate' | 'private';
  readonly multiArch?: boolean;
  readonly infrastructure: AwsExistingInfrastructure | AwsManagedInfrastructure;
  /** On everything that is made for the cluster. */
  readonly tags?: Readonly<Record<string, string>>;
  readonly additionalAllowedPrincipals?: readonly string[];
  /** SQS queue with the interruption notices of spot machines. */
  readonly terminationHandlerQueueUrl?: string;
}

/** Machine settings of a node pool. */
export interface AwsNodePool {
  readonly instanceType?: string;
  /** Name, not ARN; that of the cluster when absent. */
  readonly instanceProfile?: string;
  /** Besides the default group of the cluster. */
  readonly securityGroupIds?: readonly string[];
  /** Boot image; that of the release when absent. */
  readonly amiId?: string;
  readonly imageType?: 'linux' | 'windows';
  readonly tenancy?: 'default' | 'dedicated' | 'host';
  readonly marketType?: 'onDemand' | 'spot' | 'capacityBlocks';
  /** USD an hour, as a decimal text; only with marketType spot. */
  readonly spotMaxPrice?: string;
  readonly capacityReservation?: {
    readonly id?: string;
    readonly preference?: 'none' | 'capacityReservationsOnly' | 'open';
  };
  /** Tags of what is made for the pool, besides those of the cluster. */
  readonly tags?: Readonly<Record<string, string>>;
}

export interface AwsRootVolume {
  readonly sizeGiB?: number;
  /** gp3, io1, … */
  readonly type?: string;
  readonly iops?: number;
  readonly encrypted?: boolean;
  readonly kmsKeyArn?: string;
}

export interface AwsEncryption {
  readonly keyArn: string;
  /** Role that may use the key; only with existing infrastructure, else Berth makes it. */
  readonly roleArn?: string;
}

/** Ids of the infrastructure, whoever made it. */
export interface AwsOutputs {
  readonly vpcId: string;
  /** The machines' subnet of each zone, in the user's order. */
  readonly subnets: readonly AwsSubnet[];
  readonly roles: AwsRoles;
  readonly instanceProfile?: string;
  readonly kmsRoleArn?: string;
  readonly karpenterRoleArn?: string;
  readonly sharedVpc?: AwsSharedVpc;
  /** Marks of Berth's ownership, for what in-cluster controllers make. Absent: the infrastructure is not Berth's. */
  readonly ownershipTags?: Readonly<Record<string, string>>;
}
