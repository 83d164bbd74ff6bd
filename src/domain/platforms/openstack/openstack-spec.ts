export interface OpenstackPlatform {
  readonly region: string;
}

/** Machine settings of a node pool. */
export interface OpenstackNodePool {
  readonly instanceType?: string;
}
