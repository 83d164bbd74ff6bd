import { setTimeout as delay } from 'node:timers/promises';
import { LeaseLostError, renewLease } from '../db/lease.ts';
import {
  listPlacedOn,
  resumePlacedOn,
  resumeUnplaced,
  saveContact,
} from '../db/repositories/management-clusters.ts';
import { type Loop, startLoop } from './loop.ts';
import {
  type ManagementClusterWatcher,
  startManagementClusterWatcher,
  type WatcherDependencies,
} from './management-cluster-watcher.ts';
import { failureOf } from './reconcile-step.ts';
import { projectStatus } from './status-projector.ts';
import { withLease } from './with-lease.ts';

export interface FleetWatchTiming {
  /** Milliseconds between two probes of a management cluster. */
  readonly probeMs: number;
  /** Milliseconds between two looks for management clusters that nobody watches. */
  readonly scanMs: number;
}

export interface FleetWatch extends Loop {
  /** Seconds since each management cluster that this process watches was last in sync, by its id. */
  lag(): ReadonlyMap<string, number>;
}

const pageSize = 200;
const unplacedBatch = 1000;

/** Its clusters say at once that it is away, or back. */
const tellClusters = async (deps: WatcherDependencies, managementClusterId: string): Promise<void> => {
  for (let last = ''; ; ) {
    const page = await listPlacedOn(deps.database.system(), managementClusterId, last, pageSize);
    for (const { tenantId, id } of page) await projectStatus(deps, tenantId, id);
    last = page.at(-1)?.id ?? '';
    if (page.length < pageSize) return;
  }
};

const probe = async (deps: WatcherDependencies, managementClusterId: string): Promise<void> => {
  const sql = deps.database.system();
  try {
    const client = await deps.connections.get(managementClusterId);
    const { flipped } = await saveContact(sql, managementClusterId, { facts: await client.probe() });
    if (!flipped) return;
    deps.logger.info({ managementClusterId }, 'management cluster answers');
    await resumePlacedOn(sql, managementClusterId);
    await resumeUnplaced(sql, unplacedBatch);
  } catch (error) {
    const failure = failureOf(error);
    const { flipped } = await saveContact(sql, managementClusterId, {
      failure: `${failure.code}: ${failure.message}`,
    });
    if (!flipped) return;
    deps.logger.warn({ managementClusterId, failure }, 'management cluster does not answer');
  }
  await tellClusters(deps, managementClusterId);
};

/**
 * Shares the management clusters out among the worker processes: each is watched and probed by whoever holds its
 * lease. One that is slow or dead costs the others nothing.
 */
export const startFleetWatch = (deps: WatcherDependencies, timing: FleetWatchTiming): FleetWatch => {
  const watched = new Map<string, Promise<unknown>>();
  const watchers = new Map<string, ManagementClusterWatcher>();
  const stopping = new AbortController();

  const watchOne = (id: string): Promise<boolean> =>
    withLease(deps, `watch:${id}`, async (lease) => {
      let watcher: ManagementClusterWatcher | undefined;
      try {
        while (!stopping.signal.aborted) {
          watcher ??= await startManagementClusterWatcher(deps, id).catch(() => undefined);
          if (watcher !== undefined) watchers.set(id, watcher);
          await probe(deps, id);
          await delay(timing.probeMs, undefined, { signal: stopping.signal }).catch(() => undefined);
          if (!(await renewLease(deps.database.system(), lease))) throw new LeaseLostError(lease.resource);
        }
      } finally {
        watchers.delete(id);
        await watcher?.stop();
      }
    });

  const loop = startLoop({
    name: 'fleet-watch',
    pauseMs: timing.scanMs,
    logger: deps.logger,
    round: async () => {
      for (const id of await deps.connections.ids()) {
        if (watched.has(id)) continue;
        const running = watchOne(id)
          .catch((error: unknown) =>
            deps.logger.warn({ managementClusterId: id, error }, 'watching was interrupted'),
          )
          .finally(() => watched.delete(id));
        watched.set(id, running);
      }
      return false;
    },
  });

  return {
    lag: () => new Map([...watchers].map(([id, watcher]) => [id, watcher.secondsSinceSync()])),
    stop: async () => {
      stopping.abort();
      await loop.stop();
      await Promise.all(watched.values());
    },
  };
};
