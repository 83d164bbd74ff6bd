import { claimOutdated, type OutboxRow, removeOutbox } from '../db/outbox.ts';
import type { WorkerDependencies } from './dependencies.ts';
import { type Loop, startLoop } from './loop.ts';
import { projectStatus } from './status-projector.ts';

/** Few enough to be done long before the claim runs out. */
const batchSize = 200;
const pauseMs = 20;
/** Projections at a time: the rest of the worker needs connections as well. */
const concurrency = 8;

type Projection = Pick<WorkerDependencies, 'database' | 'newId' | 'logger'>;

const groupByCluster = (rows: readonly OutboxRow[]): readonly (readonly OutboxRow[])[] => [
  ...Map.groupBy(rows, (row) => row.targetId).values(),
];

/** True: the status is up to date. What fails is logged and claimed again. */
const projectOne = async (deps: Projection, { tenantId, targetId }: OutboxRow): Promise<boolean> => {
  try {
    await projectStatus(deps, tenantId, targetId);
    return true;
  } catch (error) {
    deps.logger.warn({ clusterId: targetId, tenantId, error }, 'a status waits to be projected');
    return false;
  }
};

/**
 * Projects the statuses that observations have outdated. A row goes only after its cluster was projected, and later
 * observations bring a row of their own: whatever was stored is shown, whoever dies in between.
 */
export const relayOutdated = async (deps: Projection): Promise<boolean> => {
  const rows = await claimOutdated(deps.database.system(), batchSize);
  if (rows.length === 0) return false;
  const waiting = [...groupByCluster(rows)];
  const done: number[] = [];
  const work = async (): Promise<void> => {
    for (let group = waiting.pop(); group !== undefined; group = waiting.pop()) {
      const [row] = group;
      if (row !== undefined && (await projectOne(deps, row))) done.push(...group.map(({ id }) => id));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  await removeOutbox(deps.database.system(), done);
  return rows.length === batchSize && done.length > 0;
};

export const startStatusRelay = (deps: WorkerDependencies): Loop =>
  startLoop({ name: 'status-relay', pauseMs, logger: deps.logger, round: () => relayOutdated(deps) });
