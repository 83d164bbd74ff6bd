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

/** Names of secrets in a key vault, of identities that Microsoft manages. */
export type AzureManagedIdentitySecrets = Readonly<Record<AzureIdentity, string>> & {
  readonly controlPlaneOperator: string;
  readonly kms?: string;
};

export interface AzureManagedIdentities {
  readonly keyVault: { readonly name: string; readonly tenantId: string };
  readonly controlPlaneSecrets: AzureManagedIdentitySecrets;
  readonly dataPlaneClientIds: {
    readonly imageRegistry: string;
    readonly disk: string;
    readonly file: string;
  };
}

/** Network and identities that the caller made before: Berth only refers to them. */
export interface AzureExistingInfrastructure {
  readonly mode: 'existing';
  readonly infraId?: string;
  readonly resourceGroup: string;
  readonly vnetId: string;
  readonly subnetId: string;
  readonly securityGroupId: string;
  /** Exactly one of the two. */
  readonly workloadIdentities?: AzureWorkloadIdentities;
  readonly managedIdentities?: AzureManagedIdentities;
  readonly issuerUrl?: string;
  readonly serviceAccountSigningKeyCredentialId?: string;
  /** Image that machines start from when a pool names none. */
  readonly bootImageId?: string;
}

/** Network and identities that Berth makes, in one resource group. */
export interface AzureManagedInfrastructure {
  readonly mode: 'managed';
  readonly vnetCidr?: string;
  readonly subnetCidr?: string;
  /** Resource group of the public DNS zone of the base domain. */
  readonly dnsZoneResourceGroup: string;
  /** Contributor for the operators when absent; else the narrower roles of the product. */
  readonly useProductRoles?: boolean;
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
  readonly private?: {
    readonly natSubnetId: string;
    readonly additionalAllowedSubscriptions?: readonly string[];
  };
  /** How OAuth is published. */
  readonly oauthPublishing?: 'route' | 'loadBalancer';
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

/** A key of a vault, by its URL: https://VAULT.vault.azure.net/keys/KEY/VERSION. */
export interface AzureEncryption {
  readonly keyUrl: string;
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
