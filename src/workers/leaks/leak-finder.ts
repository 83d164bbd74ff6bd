import { performance } from 'node:perf_hooks';
import type { Lease } from '../../db/lease.ts';
import { findDueCleaning } from '../../db/repositories/leak-cleanings.ts';
import { readNow } from '../../db/repositories/leak-facts.ts';
import { listDuePlaces, type PlaceState } from '../../db/repositories/leak-places.ts';
import { type LeakRules, leakRules } from '../../domain/leak/leak.ts';
import { noteAllPlaces } from '../../services/note-leak-places.ts';
import type { WorkerDependencies } from '../dependencies.ts';
import { type Loop, startLoop } from '../loop.ts';
import { withLease } from '../with-lease.ts';
import { cleanLeaks } from './clean-leaks.ts';
import type { LeakDependencies } from './leak-dependencies.ts';
import { scanPlace } from './scan-place.ts';

export interface LeakFinderOptions {
  /** Seconds between two scans of a place that nobody asks for; 3600 when absent. */
  readonly scanEverySeconds?: number;
  readonly rules?: Partial<LeakRules>;
  /** The time of judgements; the database's when absent. */
  readonly now?: () => Promise<string>;
}

/** One worker at a time looks for leaks, and removes them. */
export const leakLease = 'leaks:scan';

const placesAtOnce = 4;
const batchSize = 64;

export const leakDependencies = (
  deps: WorkerDependencies,
  options: LeakFinderOptions = {},
): LeakDependencies => ({
  ...deps,
  rules: { ...leakRules, ...options.rules },
  scanEverySeconds: options.scanEverySeconds ?? 3600,
  now: options.now ?? (() => readNow(deps.database.system())),
});

/** A place that is slow delays only those that share its strand. */
const scanAll = async (
  deps: LeakDependencies,
  lease: Lease,
  places: readonly PlaceState[],
): Promise<void> => {
  const waiting = [...places];
  const strand = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (deps.signal?.aborted === true) return;
      await scanPlace(deps, lease, next);
    }
  };
  await Promise.all(Array.from({ length: placesAtOnce }, strand));
};

/** Scans what is due. What management clusters show decides on what is in clouds, so they are looked at first. */
export const scanDuePlaces = async (deps: LeakDependencies, lease: Lease): Promise<number> => {
  const due = await listDuePlaces(deps.database.system(), batchSize);
  await scanAll(
    deps,
    lease,
    due.filter(({ place }) => place.kind === 'managementCluster'),
  );
  await scanAll(
    deps,
    lease,
    due.filter(({ place }) => place.kind === 'cloud'),
  );
  return due.length;
};

/** One pass of the cleaning that is due, if there is one. */
export const cleanDue = async (deps: LeakDependencies, lease: Lease): Promise<boolean> => {
  const cleaning = await findDueCleaning(deps.database.system());
  if (cleaning !== undefined) await cleanLeaks(deps, lease, cleaning);
  return cleaning !== undefined;
};

/**
 * Compares clouds, management clusters and database for as long as the worker runs, and removes what a cleaning asks for. The look for
 * work needs no lease, so that many workers cost little.
 */
export const startLeakFinder = (
  worker: WorkerDependencies,
  options: LeakFinderOptions & { readonly pauseMs: number },
): Loop => {
  const deps = leakDependencies(worker, options);
  const monotonic = worker.monotonic ?? (() => performance.now());
  const noteEveryMs = deps.scanEverySeconds * 250;
  let notedAt = Number.NEGATIVE_INFINITY;
  const isNoteDue = (): boolean => monotonic() - notedAt >= noteEveryMs;
  const isAnythingDue = async (): Promise<boolean> => {
    const sql = deps.database.system();
    return (await listDuePlaces(sql, 1)).length > 0 || (await findDueCleaning(sql)) !== undefined;
  };
  return startLoop({
    name: 'leaks',
    pauseMs: options.pauseMs,
    logger: deps.logger,
    round: async (signal) => {
      if (!isNoteDue() && !(await isAnythingDue())) return false;
      let hasMore = false;
      await withLease(deps, leakLease, async (lease) => {
        if (isNoteDue()) await noteAllPlaces(deps.database.system());
        notedAt = isNoteDue() ? monotonic() : notedAt;
        const round = { ...deps, signal };
        const isCleaned = await cleanDue(round, lease);
        const scanned = await scanDuePlaces(round, lease);
        hasMore = !signal.aborted && (isCleaned || scanned === batchSize);
        return undefined;
      });
      return hasMore;
    },
  });
};
