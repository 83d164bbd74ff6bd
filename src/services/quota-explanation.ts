import type { Database } from '../db/database.ts';
import { classifyDatabaseError, exceededOf } from '../db/database-error.ts';
import { findProjectIdByName } from '../db/repositories/projects.ts';
import { readQuota } from '../db/repositories/quotas.ts';
import { findExceeded, type Quota, type QuotaDemand } from '../domain/quota/quota.ts';
import { quotaRefusal } from '../domain/quota/quota-refusal.ts';

/** Limits and usage that hold for something in a project: the tenant's and the project's own. */
export const readQuotasFor = async (
  database: Database,
  tenantId: string,
  projectId: string | undefined,
): Promise<readonly Quota[]> => {
  const tx = database.tenant(tenantId);
  const project = projectId ?? (await findProjectIdByName(tx, 'default'));
  return Promise.all([
    readQuota(tx, tenantId, undefined),
    ...(project === undefined ? [] : [readQuota(tx, tenantId, project)]),
  ]);
};

/**
 * Runs what may be refused by a quota, and names every limit in its way. The database stops at the first; the others are
 * looked up afterwards, for the message only.
 */
export const explainQuota = async <Result>(
  database: Database,
  request: {
    readonly tenantId: string;
    readonly projectId: string | undefined;
    readonly demand: QuotaDemand;
  },
  run: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await run();
  } catch (error) {
    if (classifyDatabaseError(error) !== 'quota') throw error;
    const quotas = await readQuotasFor(database, request.tenantId, request.projectId).catch(() => []);
    const all = findExceeded(quotas, request.demand);
    // Something was given back meanwhile: what the database saw is told.
    throw quotaRefusal(all.length > 0 ? all : exceededOf(error), error);
  }
};
