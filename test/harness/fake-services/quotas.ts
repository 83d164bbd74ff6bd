import {
  projectDimensions,
  type Quota,
  type QuotaLimits,
  quotaDimensions,
} from '../../../src/domain/quota/quota.ts';
import type { QuotaService } from '../../../src/services/quota-contract.ts';
import { notFound, owned, type World } from './world.ts';

/** Limits as they were set; nothing is used. */
export const createFakeQuotas = (world: World): QuotaService => {
  const limits = new Map<string, QuotaLimits>();
  const quotaOf = (tenantId: string, projectId?: string): Quota => {
    const own = limits.get(projectId ?? tenantId) ?? {};
    return {
      scope: projectId === undefined ? 'tenant' : 'project',
      tenantId,
      ...(projectId === undefined ? {} : { projectId }),
      fromDefaults: false,
      dimensions: (projectId === undefined ? quotaDimensions : projectDimensions).map((dimension) => {
        const limit = own[dimension];
        return { dimension, ...(limit === undefined ? {} : { limit }), used: 0 };
      }),
      nodesWithoutVcpu: 0,
    };
  };
  const findTenant = (id: string): void => {
    if (!world.tenants.has(id)) throw notFound();
  };
  return {
    getQuota: async (tenantId, projectId) => {
      if (projectId !== undefined) owned(world.projects, tenantId, projectId);
      return quotaOf(tenantId, projectId);
    },
    putProjectQuota: async ({ tenantId }, projectId, wanted) => {
      world.calls.push('putProjectQuota');
      owned(world.projects, tenantId, projectId);
      limits.set(projectId, wanted);
      return quotaOf(tenantId, projectId);
    },
    getTenantQuota: async (tenantId) => {
      findTenant(tenantId);
      return quotaOf(tenantId);
    },
    putTenantQuota: async (_context, tenantId, wanted) => {
      world.calls.push('putTenantQuota');
      findTenant(tenantId);
      limits.set(tenantId, wanted);
      return quotaOf(tenantId);
    },
  };
};
