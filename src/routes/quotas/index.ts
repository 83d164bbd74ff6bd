import { registerAll } from '../route-deps.ts';
import { getProjectQuota } from './get-project-quota.ts';
import { getQuota } from './get-quota.ts';
import { getTenantQuota } from './get-tenant-quota.ts';
import { getUsage } from './get-usage.ts';
import { putProjectQuota } from './put-project-quota.ts';
import { putTenantQuota } from './put-tenant-quota.ts';

/** Limits that a tenant's admin sets for projects, and what is used; readable by everybody in the tenant. */
export const quotaRoutes = registerAll([getQuota, getUsage, getProjectQuota, putProjectQuota]);

/** Limits of tenants; for fleet keys only. */
export const fleetQuotaRoutes = registerAll([getTenantQuota, putTenantQuota]);
