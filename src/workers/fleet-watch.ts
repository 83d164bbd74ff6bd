import { setTimeout as delay } from 'node:timers/promises';
import { LeaseLostError, renewLease } from '../db/lease.ts';
import {
  outdatePlacedOn,
  resumePlacedOn,
  resumeUnplaced,
  saveContact,
} from '../db/repositories/management-clusters.ts';
import {
  type ManagementCluster,
  ManagementClusterError,
  type ManagementClusterFacts,
} from '../providers/management-cluster/contract.ts';
import type { WorkerDependencies } from './dependencies.ts';
import { type Loop, startLoop } from './loop.ts';
import {
  type ManagementClusterWatcher,
  startManagementClusterWatcher,
} from './management-cluster-watcher.ts';
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

const unplacedBatch = 1000;

type Contact = { readonly facts: ManagementClusterFacts } | { readonly failure: string };

/** Only what the management cluster itself did counts: a fault of our own says nothing of it. */
const makeContact = async (deps: WorkerDependencies, managementClusterId: string): Promise<Contact> => {
  try {
    const client = await deps.connections.get(managementClusterId);
    return { facts: await client.probe() };
  } catch (error) {
    if (!(error instanceof ManagementClusterError)) throw error;
    return { failure: `${error.kind}: ${error.message}` };
  }
};

const probe = async (deps: WorkerDependencies, managementClusterId: string): Promise<void> => {
  const contact = await makeContact(deps, managementClusterId);
  // In one commit: whoever dies afterwards leaves nobody with a status that is not true any more.
  const { flipped, changed } = await deps.database.withSystem(async (tx) => {
    const noted = await saveContact(tx, managementClusterId, contact);
    if (!noted.flipped) return noted;
    if ('facts' in contact) {
      await resumePlacedOn(tx, managementClusterId);
      await resumeUnplaced(tx, unplacedBatch);
    }
    await outdatePlacedOn(tx, managementClusterId);
    return noted;
  });
  if ('failure' in contact && changed) {
    deps.logger.warn({ managementClusterId, failure: contact.failure }, 'management cluster does not answer');
  }
  if ('facts' in contact && flipped) deps.logger.info({ managementClusterId }, 'management cluster answers');
};

/**
 * Shares the management clusters out among the worker processes: each is watched and probed by whoever holds its
 * lease. One that is slow or dead costs the others nothing.
 */
export const startFleetWatch = (deps: WorkerDependencies, timing: FleetWatchTiming): FleetWatch => {
  const watched = new Map<string, Promise<unknown>>();
  const watchers = new Map<string, ManagementClusterWatcher>();
  const stopping = new AbortController();

  const attempt = (managementClusterId: string, work: () => Promise<void>): Promise<void> =>
    work().catch((error: unknown) => deps.logger.warn({ managementClusterId, error }, 'will be tried again'));

  const stopWatcher = async (id: string): Promise<void> => {
    const watcher = watchers.get(id);
    watchers.delete(id);
    await watcher?.stop();
  };

  const watchOne = (id: string): Promise<boolean> =>
    withLease(deps, `watch:${id}`, async (lease) => {
      let followed: ManagementCluster | undefined;
      /** A watch ends with its connection, and goes on over the next one. */
      const follow = async (): Promise<void> => {
        const client = await deps.connections.get(id);
        if (client === followed) return;
        await stopWatcher(id);
        watchers.set(id, startManagementClusterWatcher(deps, id, client));
        followed = client;
      };
      try {
        while (!stopping.signal.aborted) {
          if (!(await deps.connections.ids()).includes(id)) return 'gone';
          await attempt(id, follow);
          await attempt(id, () => probe(deps, id));
          await delay(timing.probeMs, undefined, { signal: stopping.signal }).catch(() => undefined);
          if (!(await renewLease(deps.database.system(), lease))) throw new LeaseLostError(lease.resource);
        }
        return undefined;
      } finally {
        await stopWatcher(id);
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
