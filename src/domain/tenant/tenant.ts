import type { Role } from '../access/principal.ts';

export interface Tenant {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

export interface Project {
  readonly tenantId: string;
  readonly id: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly generation: number;
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** An API key without its text, which is shown once and then only kept as a hash. */
export interface ApiKey {
  readonly id: string;
  readonly tenantId?: string;
  readonly role: Role;
  readonly description: string;
  readonly createdAt: string;
}
