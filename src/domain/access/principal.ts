export const roles = ['viewer', 'editor', 'admin', 'fleet-operator', 'fleet-viewer'] as const;
export type Role = (typeof roles)[number];

/** Who makes a request. Fleet principals have no tenant. */
export interface Principal {
  readonly keyId: string;
  readonly tenantId?: string;
  readonly role: Role;
}

/** What a route demands; `none` must be said. */
export type Permission =
  | 'none'
  | 'authenticated'
  | `${'clusters' | 'nodePools' | 'operations' | 'events' | 'projects' | 'credentials' | 'catalogue'}.${'create' | 'read' | 'update' | 'delete'}`
  | 'clusters.kubeconfig'
  | 'fleet.read'
  | 'fleet.write';

const readers: readonly Role[] = ['viewer', 'editor', 'admin'];
const writers: readonly Role[] = ['editor', 'admin'];

const allowedRoles = (permission: Permission): readonly Role[] => {
  if (permission === 'fleet.read') return ['fleet-operator', 'fleet-viewer'];
  if (permission === 'fleet.write') return ['fleet-operator'];
  if (permission === 'catalogue.read') return roles;
  if (permission === 'clusters.kubeconfig') return writers;
  if (
    permission === 'projects.create' ||
    permission === 'projects.update' ||
    permission === 'projects.delete'
  )
    return ['admin'];
  return permission.endsWith('.read') ? readers : writers;
};

/** Whether a principal may use a route that demands `permission`. */
export const isPermitted = (principal: Principal | undefined, permission: Permission): boolean => {
  if (permission === 'none') return true;
  if (principal === undefined) return false;
  return permission === 'authenticated' || allowedRoles(permission).includes(principal.role);
};
