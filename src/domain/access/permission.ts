import { type Role, roles } from './role.ts';

interface PermissionRule {
  readonly roles: readonly Role[];
  /**
   * How wide a role has to reach. `project`: the role in a project suffices, for what is in it. `tenant`: the role in the
   * whole tenant. `fleet`: a principal of no tenant. `any`: whoever has the role.
   */
  readonly reach: 'project' | 'tenant' | 'fleet' | 'any';
}

const readers: readonly Role[] = ['viewer', 'editor', 'admin'];
const writers: readonly Role[] = ['editor', 'admin'];
const admins: readonly Role[] = ['admin'];

const inProject = (allowed: readonly Role[]): PermissionRule => ({ roles: allowed, reach: 'project' });
const inTenant = (allowed: readonly Role[]): PermissionRule => ({ roles: allowed, reach: 'tenant' });

/** What routes demand, and which roles have it. The matrix in docs/reference/permissions.md is made from it. */
export const permissionRules = {
  'clusters.read': inProject(readers),
  'clusters.create': inProject(writers),
  'clusters.update': inProject(writers),
  'clusters.delete': inProject(writers),
  'clusters.kubeconfig': inProject(writers),
  'nodePools.read': inProject(readers),
  'nodePools.create': inProject(writers),
  'nodePools.update': inProject(writers),
  'nodePools.delete': inProject(writers),
  'operations.read': inProject(readers),
  'events.read': inProject(readers),
  'projects.read': inProject(readers),
  'projects.update': inProject(admins),
  'projects.create': inTenant(admins),
  'projects.delete': inTenant(admins),
  'credentials.read': inTenant(readers),
  'credentials.create': inTenant(writers),
  'credentials.update': inTenant(writers),
  'credentials.delete': inTenant(writers),
  'apiKeys.read': inTenant(admins),
  'apiKeys.create': inTenant(admins),
  'apiKeys.delete': inTenant(admins),
  'roleBindings.read': inTenant(admins),
  'roleBindings.create': inTenant(admins),
  'roleBindings.delete': inTenant(admins),
  'identityIssuers.read': inTenant(admins),
  'identityIssuers.create': inTenant(admins),
  'identityIssuers.update': inTenant(admins),
  'identityIssuers.delete': inTenant(admins),
  'quotas.read': inTenant(readers),
  'quotas.update': inTenant(admins),
  'auditRecords.read': inTenant(admins),
  'catalogue.read': { roles, reach: 'any' },
  'fleet.read': { roles: ['fleet-operator', 'fleet-viewer'], reach: 'fleet' },
  'fleet.write': { roles: ['fleet-operator'], reach: 'fleet' },
} as const satisfies Record<string, PermissionRule>;

/** A permission that roles give. */
export type GrantedPermission = keyof typeof permissionRules;

/** What a route demands; `none` must be said. `authenticated`: any principal. */
export type Permission = GrantedPermission | 'none' | 'authenticated';

export const grantedPermissions = Object.keys(permissionRules) as readonly GrantedPermission[];

export const ruleOf = (permission: GrantedPermission): PermissionRule => permissionRules[permission];
