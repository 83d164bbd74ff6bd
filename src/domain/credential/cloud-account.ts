/** An account in a cloud: the platform, and the cloud's own number of it. */
export interface CloudAccountKey {
  readonly platform: 'aws';
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
