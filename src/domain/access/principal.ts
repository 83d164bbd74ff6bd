import { type GrantedPermission, type Permission, ruleOf } from './permission.ts';
import type { Role } from './role.ts';
import type { TenantScope } from './tenant-scope.ts';

/** A role in the whole tenant, or in one project of it. */
export interface Grant {
  readonly role: Role;
  readonly projectId?: string;
}

/** Who makes a request. Principals of the fleet have no tenant. */
export interface Principal {
  /** `user` and `serviceAccount` come with a token of an identity provider. */
  readonly kind: 'apiKey' | 'user' | 'serviceAccount' | 'system';
  /** What audit records and logs name: the id of a key, or of an issuer with the subject behind a slash. */
  readonly id: string;
  /** Which token it came with, for audit records: SHA-256 of its `jti` in hexadecimal, or of itself when it has none. */
  readonly tokenId?: string;
  readonly tenantId?: string;
  readonly tenantName?: string;
  readonly grants: readonly Grant[];
  /** All that it may use of what its grants give; absent: everything. */
  readonly scopes?: readonly GrantedPermission[];
}

/** The grants of a principal that give a permission somewhere. */
const grantsFor = (principal: Principal, permission: GrantedPermission): readonly Grant[] => {
  const { roles, reach } = ruleOf(permission);
  const isOfFleet = principal.tenantId === undefined;
  if (reach === 'fleet' && !isOfFleet) return [];
  if ((reach === 'project' || reach === 'tenant') && isOfFleet) return [];
  if (principal.scopes !== undefined && !principal.scopes.includes(permission)) return [];
  return principal.grants.filter(
    ({ role, projectId }) => roles.includes(role) && (projectId === undefined || reach !== 'tenant'),
  );
};

/** Whether a principal may use a route that demands `permission`, be it for one project only. */
export const isPermitted = (principal: Principal | undefined, permission: Permission): boolean => {
  if (permission === 'none') return true;
  if (principal === undefined) return false;
  return permission === 'authenticated' || grantsFor(principal, permission).length > 0;
};

/** Whether a principal has a permission in a project; without a project: in the whole tenant. */
export const isPermittedIn = (
  principal: Principal,
  permission: GrantedPermission,
  projectId: string | undefined,
): boolean =>
  grantsFor(principal, permission).some(
    (grant) => grant.projectId === undefined || grant.projectId === projectId,
  );

/** How much of its tenant a principal reaches with a permission that it has. */
export const scopeOf = (principal: Principal, tenantId: string, permission: Permission): TenantScope => {
  if (permission === 'none' || permission === 'authenticated') return { tenantId };
  const projectIds = new Set<string>();
  for (const { projectId } of grantsFor(principal, permission)) {
    if (projectId === undefined) return { tenantId };
    projectIds.add(projectId);
  }
  return { tenantId, projectIds: [...projectIds].sort() };
};
