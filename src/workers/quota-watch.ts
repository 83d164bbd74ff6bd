import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { listCounted, type QuotaDrift, recount } from '../db/repositories/quotas.ts';
import type { QuotaLimits } from '../domain/quota/quota.ts';
import { applyDefaultQuotas } from '../services/default-quotas.ts';
import { type Loop, startLoop } from './loop.ts';

/** Counts all usage anew and puts the counters right. Returns where they were wrong: that is a fault of Berth. */
export const recountQuotas = async (database: Database): Promise<readonly QuotaDrift[]> => {
  const drifts: QuotaDrift[] = [];
  for (const owner of await listCounted(database.system()))
    drifts.push(...(await database.withSystem((tx) => recount(tx, owner))));
  return drifts;
};

export const startQuotaWatch = (
  deps: {
    readonly database: Database;
    readonly logger: Logger;
    readonly defaultQuotas?: QuotaLimits;
  },
  everyMs: number,
): Loop =>
  startLoop({
    name: 'quotas',
    pauseMs: everyMs,
    logger: deps.logger,
    round: async () => {
      await applyDefaultQuotas(deps.database, deps.defaultQuotas ?? {});
      for (const drift of await recountQuotas(deps.database))
        deps.logger.warn(drift, 'a quota counter was wrong and was put right');
      return false;
    },
  });
