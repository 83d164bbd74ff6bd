export interface AzurePlatform {
  readonly region: string;
}

/** Machine settings of a node pool. */
export interface AzureNodePool {
  readonly instanceType?: string;
}
