import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { classifyDatabaseError } from '../db/database-error.ts';
import { appendWakes } from '../db/outbox.ts';
import { listOpenClusters, listOpenGrants, listUnaskedDue, removeExpired } from '../db/repositories/due.ts';
import { listOpenQuestions, removeOldQuestions } from '../db/repositories/worker-questions.ts';
import type { WorkerDependencies } from './dependencies.ts';
import { type Loop, startLoop } from './loop.ts';
import { projectStatus } from './status-projector.ts';

type Projection = Pick<WorkerDependencies, 'database' | 'newId' | 'logger'>;

const batchSize = 500;
/** A little grace, so that the sweep does not ring for what the relay has just rung for. */
const overdueSeconds = 2;

/**
 * Asks again for everything that is due and that nobody has asked for: the whole queue may be lost, and nothing is. It goes
 * by way of the outbox, where tenants take turns. Returns how many were asked for.
 */
export const sweepDue = async (database: Database): Promise<number> => {
  const sql = database.system();
  const due = {
    cluster: await listUnaskedDue(sql, 'clusters', overdueSeconds, batchSize),
    'node-pool': await listUnaskedDue(sql, 'node_pools', overdueSeconds, batchSize),
    access: await listOpenGrants(sql, batchSize),
    question: await listOpenQuestions(sql, batchSize),
  };
  let asked = 0;
  for (const [queue, wakes] of Object.entries(due)) asked += await appendWakes(sql, queue, wakes);
  return asked;
};

export const startSweep = (deps: { database: Database; logger: Logger }, everyMs: number): Loop =>
  startLoop({
    name: 'sweep',
    pauseMs: everyMs,
    logger: deps.logger,
    round: async () => {
      await sweepDue(deps.database);
      return false;
    },
  });

/** One status that cannot be projected must not keep those behind it from being judged. */
const projectOne = async (deps: Projection, tenantId: string, clusterId: string): Promise<void> => {
  try {
    await projectStatus(deps, tenantId, clusterId);
  } catch (error) {
    if (classifyDatabaseError(error) === 'transient') throw error;
    deps.logger.error({ clusterId, tenantId, error }, 'a status cannot be projected');
  }
};

/** Judges open operations anew by the clock: a stage may stall without anything happening. */
export const startDeadlineWatch = (deps: Projection, everyMs: number): Loop =>
  startLoop({
    name: 'deadlines',
    pauseMs: everyMs,
    logger: deps.logger,
    round: async (signal) => {
      let last = '';
      for (;;) {
        const page = await listOpenClusters(deps.database.system(), last, batchSize);
        for (const { tenantId, id } of page) {
          if (signal.aborted) return false;
          await projectOne(deps, tenantId, id);
        }
        last = page.at(-1)?.id ?? '';
        if (page.length < batchSize) return false;
      }
    },
  });

/** Removes rows that are kept for a limited time only. */
export const startRetention = (deps: { database: Database; logger: Logger }, everyMs: number): Loop =>
  startLoop({
    name: 'retention',
    pauseMs: everyMs,
    logger: deps.logger,
    round: async () => {
      const sql = deps.database.system();
      const removed = [await removeExpired(sql, batchSize), await removeOldQuestions(sql, batchSize)];
      return removed.some((rows) => rows >= batchSize);
    },
  });
