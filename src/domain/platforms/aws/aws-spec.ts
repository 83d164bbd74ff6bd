export interface AwsRoles {
  readonly ingress: string;
  readonly imageRegistry: string;
  readonly storage: string;
  readonly network: string;
  readonly kubeCloudController: string;
  readonly nodePoolManagement: string;
  readonly controlPlaneOperator: string;
}

/** Network and identities that the caller made before: Berth only refers to them. ARNs, ids as AWS gives them. */
export interface AwsExistingInfrastructure {
  readonly mode: 'existing';
  /** Prefix of names and of the ownership tag; made by Berth when absent. */
  readonly infraId?: string;
  readonly vpcId: string;
  readonly subnets: readonly { readonly id: string; readonly zone: string }[];
  readonly roles: AwsRoles;
  readonly instanceProfile?: string;
  readonly issuerUrl: string;
}

export interface AwsPlatform {
  readonly region: string;
  readonly endpointAccess?: 'public' | 'publicAndPrivate' | 'private';
  readonly multiArch?: boolean;
  readonly infrastructure: AwsExistingInfrastructure;
  readonly tags?: Readonly<Record<string, string>>;
  readonly additionalAllowedPrincipals?: readonly string[];
}

/** Machine settings of a node pool. */
export interface AwsNodePool {
  readonly instanceType?: string;
  readonly instanceProfile?: string;
}

export interface AwsRootVolume {
  readonly sizeGiB?: number;
  /** gp3, io1, … */
  readonly type?: string;
  readonly iops?: number;
  readonly kmsKeyArn?: string;
}

export interface AwsEncryption {
  readonly keyArn: string;
  readonly roleArn: string;
}

/** Ids of the infrastructure, whoever made it. */
export interface AwsOutputs {
  readonly vpcId: string;
  /** The private subnet of each zone, in the user's order. */
  readonly subnets: readonly { readonly id: string; readonly zone: string }[];
  readonly roles: AwsRoles;
  readonly instanceProfile?: string;
  readonly kmsRoleArn?: string;
}
