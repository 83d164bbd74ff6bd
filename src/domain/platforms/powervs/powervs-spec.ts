export interface PowervsPlatform {
  readonly region: string;
}

/** Machine settings of a node pool. */
export interface PowervsNodePool {
  readonly instanceType?: string;
}
