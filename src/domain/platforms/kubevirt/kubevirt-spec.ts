export interface StorageClassMapping {
  readonly infra: string;
  readonly guest: string;
  readonly group?: string;
}

export interface KubevirtPlatform {
  /** Where the virtual machines are, when that is not the management cluster itself. */
  readonly externalInfrastructure?: {
    /** Credential of kind kubeconfig. */
    readonly credentialId: string;
    readonly namespace: string;
  };
  /** `none` leaves storage out, `default` hands every class through; the mappings count when absent. */
  readonly storageDriver?: 'default' | 'none';
  readonly storageClassMappings?: readonly StorageClassMapping[];
  readonly volumeSnapshotClassMappings?: readonly StorageClassMapping[];
}

/** Machine settings of a node pool. */
export interface KubevirtNodePool {
  readonly cores?: number;
  /** Kubernetes quantity. */
  readonly memory?: string;
  readonly qosClass?: 'Burstable' | 'Guaranteed';
  readonly networkMultiqueue?: 'Enable' | 'Disable';
  /** NAMESPACE/NAME of network attachment definitions. */
  readonly additionalNetworks?: readonly string[];
  readonly attachDefaultNetwork?: boolean;
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly hostDevices?: readonly { readonly name: string; readonly count?: number }[];
}

export interface KubevirtRootVolume {
  readonly sizeGiB?: number;
  readonly storageClass?: string;
  readonly accessModes?: readonly ('ReadWriteOnce' | 'ReadWriteMany' | 'ReadOnly' | 'ReadWriteOncePod')[];
  readonly volumeMode?: 'Block' | 'Filesystem';
  readonly cacheStrategy?: 'None' | 'PVC';
  /** Image with the disk that machines start from; that of the release when absent. */
  readonly containerDiskImage?: string;
}
