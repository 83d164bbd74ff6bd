import type { KubeKind, ManagementClusterWatch, WatchCounters, WatchOptions } from './contract.ts';
import { resolveKind } from './kinds.ts';
import { checkLabelSelector } from './label-selector.ts';
import type { Timing } from './timing.ts';
import { createWatchFailures } from './watch-failures.ts';
import { startWatchLoop, type WatchTally } from './watch-loop.ts';
import type { WatchSource } from './watch-source.ts';
import type { WatchTuning } from './watch-tuning.ts';

type CountName = 'gone410' | 'streams' | 'lists' | 'garbage' | 'failures' | 'handlerErrors';

const countersOf = (tallies: readonly WatchTally[]): WatchCounters => {
  const sum = (name: CountName) => tallies.reduce((total, tally) => total + tally[name], 0);
  const beyondFirst = (name: CountName) =>
    tallies.reduce((total, tally) => total + Math.max(0, tally[name] - 1), 0);
  const syncs = tallies.map(({ lastSyncAt }) => lastSyncAt);
  return {
    gone410: sum('gone410'),
    reconnects: beyondFirst('streams'),
    relists: beyondFirst('lists'),
    garbage: sum('garbage'),
    failures: sum('failures'),
    handlerErrors: sum('handlerErrors'),
    lastSyncAt: syncs.every((sync) => sync !== undefined) ? Math.min(...syncs) : undefined,
  };
};

/** One loop a kind, stopped together. Throws `bad-name` for unknown kinds and open selectors. */
export const startWatch = (
  kinds: readonly KubeKind[],
  options: WatchOptions,
  source: WatchSource,
  tuning: WatchTuning,
  timing: Timing,
): ManagementClusterWatch => {
  checkLabelSelector(options.labelSelector);
  for (const kind of kinds) resolveKind(kind);
  const controller = new AbortController();
  const failures = createWatchFailures(tuning.longestPauseMs, timing);
  const loops = kinds.map((kind) =>
    startWatchLoop(kind, { source, options, tuning, timing, failures, signal: controller.signal }),
  );
  const tallies = loops.map(({ tally }) => tally);
  return {
    stop: async () => {
      controller.abort();
      await Promise.all(loops.map(({ done }) => done));
    },
    secondsSinceSync: () =>
      Math.max(0, ...tallies.map(({ lastSync }) => (timing.monotonic() - lastSync) / 1000)),
    counters: () => countersOf(tallies),
  };
};
