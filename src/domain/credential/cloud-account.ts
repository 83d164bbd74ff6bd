/**
 * What has accounts that are bound to tenants. Of agent and kubevirt they are namespaces of the management clusters, which nobody can
 * claim: the operator of the fleet opens them.
 */
export const accountPlatforms = ['aws', 'agent', 'kubevirt'] as const;
export type AccountPlatform = (typeof accountPlatforms)[number];

/** An account in a cloud: the platform, and the cloud's own number of it; or a namespace. */
export interface CloudAccountKey {
  readonly platform: AccountPlatform;
  readonly account: string;
}

/** Who may have an account; for the fleet operator only. */
export interface CloudAccount extends CloudAccountKey {
  /** The tenant that has it; absent: none. */
  readonly tenantId?: string;
  /** When that tenant proved to have it. */
  readonly provenAt?: string;
  /** Tenants that may use it as well. */
  readonly allowedTenantIds: readonly string[];
}
