/** Built-in roles: three of tenants and their projects, two of the fleet. */
export const roles = ['viewer', 'editor', 'admin', 'fleet-operator', 'fleet-viewer'] as const;
export type Role = (typeof roles)[number];

export const tenantRoles = ['viewer', 'editor', 'admin'] as const satisfies readonly Role[];
export type TenantRole = (typeof tenantRoles)[number];

export const fleetRoles = ['fleet-operator', 'fleet-viewer'] as const satisfies readonly Role[];
type FleetRole = (typeof fleetRoles)[number];
