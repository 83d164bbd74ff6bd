/** How much of a tenant somebody reaches: all of it, or some of its projects. */
export interface TenantScope {
  readonly tenantId: string;
  /** Absent: all projects, and what is in none. */
  readonly projectIds?: readonly string[];
}
