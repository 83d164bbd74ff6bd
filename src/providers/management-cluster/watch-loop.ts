import type { KubeKind, WatchOptions } from './contract.ts';
import { ManagementClusterError, type ManagementClusterErrorKind } from './errors.ts';
import { type ResolvedKind, resolveKind } from './kinds.ts';
import { sleep, type Timing } from './timing.ts';
import { parseWatchEvent } from './watch-event.ts';
import type { WatchFailures } from './watch-failures.ts';
import type { WatchSource } from './watch-source.ts';
import type { WatchTuning } from './watch-tuning.ts';

export interface WatchLoopParts {
  readonly source: WatchSource;
  readonly options: WatchOptions;
  readonly tuning: WatchTuning;
  readonly timing: Timing;
  readonly failures: WatchFailures;
  readonly signal: AbortSignal;
}

/** What one kind's loop has seen; the numbers of `WatchCounters`. */
export interface WatchTally {
  gone410: number;
  streams: number;
  lists: number;
  garbage: number;
  failures: number;
  handlerErrors: number;
  lastSyncAt: number | undefined;
  /** Monotonic; the start of the loop until the first sync. */
  lastSync: number;
}

export interface WatchLoop {
  readonly tally: WatchTally;
  /** Settles after the abort, when nothing of this loop is left. */
  readonly done: Promise<void>;
}

/** How a stream ended. A version to resume from, or none: then the truth is fetched again. */
interface StreamEnd {
  readonly version: string | undefined;
  readonly failed: boolean;
}

/** After these the stream may go on where it was: the server did not judge our version. */
const KEEPS_VERSION: ReadonlySet<ManagementClusterErrorKind> = new Set(['unreachable', 'throttled']);

const startTally = (timing: Timing): WatchTally => ({
  gone410: 0,
  streams: 0,
  lists: 0,
  garbage: 0,
  failures: 0,
  handlerErrors: 0,
  lastSyncAt: undefined,
  lastSync: timing.monotonic(),
});

/**
 * List, then watch from the list's version, for ever. Lists are the truth and events are hints, so every end of a stream is
 * normal, and every doubt leads back to the list. Nothing that a server sends or a handler throws ends the loop.
 */
export const startWatchLoop = (kubeKind: KubeKind, parts: WatchLoopParts): WatchLoop => {
  const { source, options, tuning, timing, failures, signal } = parts;
  const kind = resolveKind(kubeKind);
  const tally = startTally(timing);
  let listedAt = Number.NEGATIVE_INFINITY;

  const tell = (handler: () => void) => {
    if (signal.aborted) return;
    try {
      handler();
    } catch {
      tally.handlerErrors += 1;
    }
  };

  const noteSync = () => {
    tally.lastSync = timing.monotonic();
    tally.lastSyncAt = timing.now();
  };

  const untilRelist = () => listedAt + tuning.relistMs - timing.monotonic();

  const fetchTruth = async (): Promise<string> => {
    tell(() => options.onState?.({ kind: kubeKind, phase: 'listing' }));
    const { items, resourceVersion } = await source.list(kubeKind, options.labelSelector, signal);
    tally.lists += 1;
    listedAt = timing.monotonic();
    noteSync();
    tell(() => options.onSynced(kubeKind, items));
    return resourceVersion;
  };

  const streamSeconds = () => {
    const wanted = tuning.streamSeconds + timing.random() * tuning.streamJitterSeconds;
    return Math.max(1, Math.ceil(Math.min(wanted, untilRelist() / 1000)));
  };

  /** Passes events on until the stream ends; the version moves with every event. */
  const passOn = async (lines: AsyncIterable<string>, from: string): Promise<StreamEnd> => {
    let version = from;
    for await (const line of lines) {
      const event = parseWatchEvent(line, kind);
      if (event.type === 'expired') {
        tally.gone410 += 1;
        return { version: undefined, failed: false };
      }
      if (event.type === 'doubt') {
        if (event.why === 'garbage') tally.garbage += 1;
        return { version: undefined, failed: true };
      }
      version = event.version;
      noteSync();
      if (event.type === 'changed') tell(() => options.onObject(event.object));
      if (event.type === 'gone') tell(() => options.onGone(refOf(kind, event.object.metadata)));
      if (signal.aborted) break;
    }
    return { version, failed: false };
  };

  const follow = async (from: string): Promise<string | undefined> => {
    const request = {
      labelSelector: options.labelSelector,
      resourceVersion: from,
      timeoutSeconds: streamSeconds(),
    };
    const lines = await source.open(kubeKind, request, signal);
    tally.streams += 1;
    const openedAt = timing.monotonic();
    tell(() => options.onState?.({ kind: kubeKind, phase: 'watching' }));
    const end = await passOn(lines, from);
    const stable = timing.monotonic() - openedAt >= tuning.stableMs;
    if (stable) failures.forget();
    // A stream that ends at once is as good as none: opening the next one at once would be a hot loop.
    if (end.failed || !stable) await pause(undefined);
    return end.version;
  };

  const pause = async (error: ManagementClusterError | undefined) => {
    if (signal.aborted) return;
    tally.failures += 1;
    const retryInMs = failures.next(error?.retryAfterSeconds);
    tell(() =>
      options.onState?.({ kind: kubeKind, phase: 'waiting', retryInMs, ...(error && { error: error.kind }) }),
    );
    await sleep(timing, retryInMs, signal);
  };

  const run = async () => {
    let version: string | undefined;
    while (!signal.aborted) {
      try {
        if (version === undefined || untilRelist() <= tuning.stableMs) version = await fetchTruth();
        if (!signal.aborted) version = await follow(version);
      } catch (caught) {
        const error = caught instanceof ManagementClusterError ? caught : undefined;
        if (error?.status === 410) tally.gone410 += 1;
        if (!error || !KEEPS_VERSION.has(error.kind)) version = undefined;
        await pause(error);
      }
    }
  };

  return { tally, done: run() };
};

const refOf = (kind: ResolvedKind, metadata: { name: string; namespace?: string; uid?: string }) => ({
  apiVersion: kind.apiVersion,
  kind: kind.kind,
  name: metadata.name,
  ...(metadata.namespace !== undefined && { namespace: metadata.namespace }),
  ...(metadata.uid !== undefined && { uid: metadata.uid }),
});
