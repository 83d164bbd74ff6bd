export interface GcpPlatform {
  readonly region: string;
}

/** Machine settings of a node pool. */
export interface GcpNodePool {
  readonly instanceType?: string;
}
