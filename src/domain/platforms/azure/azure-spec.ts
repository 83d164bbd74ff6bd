/** Identities of the cluster; each has a name in the words of Berth and one in the words of HyperShift. */
export const azureIdentities = [
  'cloudProvider',
  'disk',
  'file',
  'imageRegistry',
  'ingress',
  'network',
  'nodePoolManagement',
] as const;
export type AzureIdentity = (typeof azureIdentities)[number];

/** Client ids of user-assigned identities that trust the cluster's issuer. */
export type AzureWorkloadIdentities = Readonly<Record<AzureIdentity, string>> & {
  /** Needed unless the API server is public. */
  readonly controlPlaneOperator?: string;
  /** Needed for a key of Key Vault. */
  readonly kms?: string;
};

/** An identity that a first-party service of Azure keeps in a key vault. */
export interface AzureManagedIdentity {
  /** Of the secret with its certificate. */
  readonly secretName: string;
  readonly clientId?: string;
  /** Of the secret; utf-8 when absent. */
  readonly encoding?: 'utf-8' | 'hex' | 'base64';
}

export interface AzureManagedIdentities {
  readonly keyVault: { readonly name: string; readonly tenantId: string };
  readonly controlPlane: Readonly<Record<Exclude<AzureIdentity, 'imageRegistry'>, AzureManagedIdentity>> & {
    readonly controlPlaneOperator: AzureManagedIdentity;
    /** Needed unless the image registry is disabled. */
    readonly imageRegistry?: AzureManagedIdentity;
    /** Needed for a key of Key Vault. */
    readonly kms?: AzureManagedIdentity;
  };
  readonly dataPlaneClientIds: {
    readonly imageRegistry: string;
    readonly disk: string;
    readonly file: string;
  };
}

/** Ids of a network that the caller made. */
export interface AzureNetwork {
  readonly vnetId: string;
  readonly subnetId: string;
  readonly securityGroupId: string;
}

/** Network and identities that the caller made before: Berth only refers to them. */
export interface AzureExistingInfrastructure extends AzureNetwork {
  readonly mode: 'existing';
  readonly infraId?: string;
  readonly resourceGroup: string;
  /** Exactly one of the two. */
  readonly workloadIdentities?: AzureWorkloadIdentities;
  readonly managedIdentities?: AzureManagedIdentities;
  readonly issuerUrl?: string;
  readonly serviceAccountSigningKeyCredentialId?: string;
  /** Image that machines start from when a pool names none. */
  readonly bootImageId?: string;
}

/** What Berth makes, in one resource group: identities always, the network and the group unless they are given. */
export interface AzureManagedInfrastructure {
  readonly mode: 'managed';
  /** IPv4 range of the virtual network; 10.0.0.0/16 when absent. */
  readonly vnetCidr?: string;
  /** IPv4 range of the machines; the first /24 of the network when absent. */
  readonly subnetCidr?: string;
  /** A network of the caller's, instead of one that Berth makes. */
  readonly network?: AzureNetwork;
  /** A resource group of the caller's for all that is made; Berth makes one when absent. */
  readonly resourceGroup?: string;
  /** Resource group of the public DNS zone of the base domain; looked up by its name when absent. */
  readonly dnsZoneResourceGroup?: string;
  /** Role definitions of the subscription, narrower than Contributor, which these two get when absent. */
  readonly roleDefinitionIds?: {
    readonly nodePoolManagement?: string;
    readonly controlPlaneOperator?: string;
  };
}

export interface AzurePlatform {
  readonly subscriptionId: string;
  readonly tenantId: string;
  readonly location: string;
  readonly cloud?:
    | 'AzurePublicCloud'
    | 'AzureUSGovernmentCloud'
    | 'AzureChinaCloud'
    | 'AzureGermanCloud'
    | 'AzureBleuCloud'
    | 'AzureStackCloud';
  readonly credentialId?: string;
  readonly endpointAccess?: 'public' | 'publicAndPrivate' | 'private';
  /** Private link to the API server; at least one of the two. */
  readonly private?: {
    /** Subnet beside the load balancer of the control plane. */
    readonly natSubnetId?: string;
    /** May ask for an endpoint as well. */
    readonly additionalAllowedSubscriptions?: readonly string[];
  };
  /** How OAuth is published. */
  readonly oauthPublishing?: 'route' | 'loadBalancer';
  /** User-assigned identity with which machines pull images from Azure Container Registry: a resource id. */
  readonly registryIdentityId?: string;
  readonly infrastructure: AzureExistingInfrastructure | AzureManagedInfrastructure;
  /** Tags of what Berth makes. */
  readonly tags?: Readonly<Record<string, string>>;
}

export interface AzureMarketplaceImage {
  readonly publisher: string;
  readonly offer: string;
  readonly sku: string;
  readonly version: string;
}

/** Machine settings of a node pool. */
export interface AzureNodePool {
  /** VM size. */
  readonly instanceType?: string;
  readonly encryptionAtHost?: boolean;
  readonly imageId?: string;
  readonly marketplaceImage?: AzureMarketplaceImage;
  readonly imageGeneration?: 'Gen1' | 'Gen2';
  readonly diagnostics?: {
    readonly storageAccountType: 'Managed' | 'UserManaged' | 'Disabled';
    readonly storageAccountUri?: string;
  };
}

export interface AzureRootVolume {
  readonly sizeGiB?: number;
  /** Premium_LRS, … */
  readonly type?: string;
  readonly diskEncryptionSetId?: string;
  readonly persistence?: 'Persistent' | 'Ephemeral';
}

export interface AzureEncryption {
  /** Version of a key of a vault or managed HSM: https://VAULT.vault.azure.net/keys/KEY/VERSION. */
  readonly keyUrl: string;
  /** How the vault is reached; public when absent. */
  readonly access?: 'public' | 'private';
  /** With managed infrastructure: whether Berth lets the identity use the vault; else the caller does. true when absent. */
  readonly assignRole?: boolean;
}

/** Ids of the infrastructure, whoever made it. */
export interface AzureOutputs {
  readonly resourceGroup: string;
  readonly vnetId: string;
  readonly subnetId: string;
  readonly securityGroupId: string;
  readonly workloadIdentities?: AzureWorkloadIdentities;
  readonly managedIdentities?: AzureManagedIdentities;
  readonly bootImageId?: string;
  /** For the addresses of the private link service, when Berth made the network. */
  readonly natSubnetId?: string;
}
