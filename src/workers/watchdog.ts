import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { listDue } from '../db/repositories/due.ts';
import { type Loop, startLoop } from './loop.ts';

/** Work that is overdue by more than this is not merely waiting for its turn. Seconds. */
const overdueSeconds = 60;

export interface Watchdog extends Loop {
  /** What is wrong now; undefined: nothing. */
  problem(): string | undefined;
}

/**
 * Watches that jobs are taken at all. A queue client can fall silent after a failover without an error; then work is
 * due, the sweep rings, and nothing is done.
 */
export const startWatchdog = (
  deps: { readonly database: Database; readonly handled: () => number; readonly logger: Logger },
  everyMs: number,
  onSilence: () => void,
): Watchdog => {
  let seen = -1;
  let problem: string | undefined;
  const isOverdue = async (): Promise<boolean> => {
    const sql = deps.database.system();
    const [cluster] = await listDue(sql, 'clusters', overdueSeconds, 1);
    const [pool] = await listDue(sql, 'node_pools', overdueSeconds, 1);
    return cluster !== undefined || pool !== undefined;
  };
  const loop = startLoop({
    name: 'watchdog',
    pauseMs: everyMs,
    logger: deps.logger,
    round: async () => {
      const before = seen;
      seen = deps.handled();
      const isSilent = before === seen && (await isOverdue());
      problem = isSilent ? `work is overdue by ${overdueSeconds} s and no job was taken` : undefined;
      if (problem !== undefined) {
        deps.logger.error({ handled: seen }, 'the queue has fallen silent');
        onSilence();
      }
      return false;
    },
  });
  return { ...loop, problem: () => problem };
};
