import type { Database } from '../db/database.ts';
import { listTenantsWithoutLimits, saveLimits } from '../db/repositories/quotas.ts';
import type { QuotaLimits } from '../domain/quota/quota.ts';

/**
 * Gives the limits of the configuration to every tenant for which the operator has set none. Returns how many got them.
 * Tenants that are made later get theirs when they are made.
 */
export const applyDefaultQuotas = async (database: Database, defaults: QuotaLimits): Promise<number> => {
  const tenants = await listTenantsWithoutLimits(database.system(), defaults);
  for (const tenantId of tenants)
    await database.withSystem((tx) => saveLimits(tx, { tenantId }, defaults, { fromDefaults: true }));
  return tenants.length;
};
