import { fleetTenant, recordsOf } from '../db/database.ts';
import { findProject } from '../db/repositories/projects.ts';
import { readQuota, saveLimits } from '../db/repositories/quotas.ts';
import { findTenant } from '../db/repositories/tenants.ts';
import type { Quota, QuotaLimits } from '../domain/quota/quota.ts';
import type { JsonObject } from '../domain/shared/json.ts';
import { recordSimpleChange } from './audit.ts';
import { guardService } from './database-guard.ts';
import type { ServiceDependencies } from './dependencies.ts';
import { notFound } from './preconditions.ts';
import type { QuotaService } from './quota-contract.ts';

const limitsOf = ({ dimensions }: Quota): QuotaLimits =>
  Object.fromEntries(
    dimensions.flatMap(({ dimension, limit }) => (limit === undefined ? [] : [[dimension, limit]])),
  );

/** Limits of tenants and projects, and what is used of them. */
export const createQuotaService = (deps: ServiceDependencies): QuotaService => {
  const { database } = deps;

  return guardService<QuotaService>({
    getQuota: async (tenantId, projectId) => {
      const tx = database.tenant(tenantId);
      if (projectId !== undefined && (await findProject(tx, projectId)) === undefined) throw notFound();
      return readQuota(tx, tenantId, projectId);
    },
    putProjectQuota: (context, projectId, limits) =>
      database.withTenant(context.tenantId, async (tx) => {
        if ((await findProject(tx, projectId)) === undefined) throw notFound();
        const before = await readQuota(tx, context.tenantId, projectId);
        await saveLimits(tx, { tenantId: context.tenantId, projectId }, limits);
        await recordSimpleChange(tx, deps, context, {
          action: 'projects.quotas.update',
          targetId: projectId,
          audit: { before: limitsOf(before) as JsonObject, after: limits as JsonObject },
          response: {},
        });
        return readQuota(tx, context.tenantId, projectId);
      }),
    getTenantQuota: async (tenantId) => {
      const system = database.system();
      if ((await findTenant(system, tenantId)) === undefined) throw notFound();
      return readQuota(system, tenantId, undefined);
    },
    putTenantQuota: (context, tenantId, limits) =>
      database.withSystem(async (tx) => {
        if ((await findTenant(tx, tenantId)) === undefined) throw notFound();
        const before = await readQuota(tx, tenantId, undefined);
        await saveLimits(tx, { tenantId }, limits);
        await recordSimpleChange(recordsOf(tx, fleetTenant), deps, context, {
          action: 'fleet.tenants.quotas.update',
          targetId: tenantId,
          audit: { before: limitsOf(before) as JsonObject, after: limits as JsonObject },
          response: {},
        });
        return readQuota(tx, tenantId, undefined);
      }),
  });
};
