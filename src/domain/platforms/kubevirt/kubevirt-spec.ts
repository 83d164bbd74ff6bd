export interface StorageClassMapping {
  readonly infra: string;
  readonly guest: string;
  readonly group?: string;
}

export interface KubevirtPlatform {
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
}
