import type { GrantedPermission } from '../access/permission.ts';
import type { Role } from '../access/role.ts';

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
  /** Absent: a key of the fleet. */
  readonly tenantId?: string;
  readonly role: Role;
  /** The project in which the role holds; absent: the whole tenant. */
  readonly projectId?: string;
  /** Permissions that the key is narrowed to; absent: all that the role gives. */
  readonly scopes?: readonly GrantedPermission[];
  readonly description: string;
  /** First characters of its text, to tell it by. */
  readonly prefix?: string;
  readonly expiresAt?: string;
  /** Exact to a minute. */
  readonly lastUsedAt?: string;
  /** Id of the principal that made it. */
  readonly createdBy: string;
  /** The key that it took the place of. */
  readonly replacesId?: string;
  readonly createdAt: string;
}
