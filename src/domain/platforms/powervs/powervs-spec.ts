/** Ids of what exists in IBM Cloud; Berth makes nothing there. */
export interface PowervsInfrastructure {
  readonly mode: 'existing';
  /** Prefix of cloud names; made by Berth when absent. */
  readonly infraId?: string;
  readonly accountId: string;
  /** CRN of the instance of Cloud Internet Services with the zone of the base domain. */
  readonly cisInstanceCrn: string;
  /** GUID of the Power VS workspace. */
  readonly serviceInstanceId: string;
  /** DHCP network of the machines: name, id, or both. */
  readonly subnet: { readonly id?: string; readonly name?: string };
  /** VPC of the load balancers. */
  readonly vpc: {
    readonly name: string;
    readonly region: string;
    readonly subnet?: string;
    readonly zone?: string;
  };
}

/** Credentials of kind powervsApiKey, one for each operator that acts in IBM Cloud. */
export interface PowervsCredentials {
  readonly kubeCloudController: string;
  readonly nodePoolManagement: string;
  readonly ingress: string;
  readonly storage: string;
  readonly imageRegistry: string;
}

export interface PowervsPlatform {
  readonly region: string;
  readonly zone: string;
  readonly resourceGroup: string;
  readonly infrastructure: PowervsInfrastructure;
  readonly credentialIds: PowervsCredentials;
}

/** Machine settings of a node pool. */
export interface PowervsNodePool {
  /** s922, e980, … */
  readonly systemType?: string;
  readonly processorType?: 'dedicated' | 'shared' | 'capped';
  /** A number as text: quarters for shared and capped, whole ones for dedicated. */
  readonly processors?: string;
  readonly memoryGiB?: number;
  readonly storageType?: 'tier1' | 'tier3';
  readonly imageName?: string;
  readonly imageId?: string;
  /** What becomes of the image when the pool goes. */
  readonly imageDeletePolicy?: 'delete' | 'retain';
}
