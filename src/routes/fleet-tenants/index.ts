import { registerAll } from '../route-deps.ts';
import { createTenant } from './create-tenant.ts';
import { getTenant } from './get-tenant.ts';
import { listTenants } from './list-tenants.ts';

/** Tenants; for fleet keys only. */
export const fleetTenantRoutes = registerAll([listTenants, createTenant, getTenant]);
