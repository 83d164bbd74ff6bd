import type { Quota, QuotaLimits } from '../domain/quota/quota.ts';
import type { RequestContext } from './request-context.ts';

/** Limits of tenants and projects. Fleet contexts have no tenant. */
export interface QuotaService {
  /** Of the tenant, or of one of its projects: limits, and usage counted now. */
  getQuota(tenantId: string, projectId?: string): Promise<Quota>;
  /** Sets all limits of a project; what is absent has none. They may be above the tenant's, which hold as well. */
  putProjectQuota(context: RequestContext, projectId: string, limits: QuotaLimits): Promise<Quota>;
  getTenantQuota(tenantId: string): Promise<Quota>;
  /** Sets all limits of a tenant; what is absent has none. */
  putTenantQuota(context: RequestContext, tenantId: string, limits: QuotaLimits): Promise<Quota>;
}
