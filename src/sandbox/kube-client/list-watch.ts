import { setTimeout as delay } from 'node:timers/promises';
import type { KubeObject } from '../../domain/shared/kube-object.ts';
import { hasStatus, KubeApiError } from './kube-api-error.ts';
import type { KubeClient } from './kube-client.ts';
import type { KubeResource } from './resource.ts';
import { readWatchEvents } from './watch-events.ts';

export interface ListWatchHandlers {
  /** The whole truth at one moment; what is missing is gone. */
  onList(items: readonly KubeObject[]): void;
  onObject(object: KubeObject): void;
  onGone(object: KubeObject): void;
  onTrouble?(error: unknown, retryInMs: number): void;
}

export interface ListWatchTiming {
  readonly firstRetryMs: number;
  readonly lastRetryMs: number;
  /** A stream that is silent for so long is taken for dead. */
  readonly idleMs: number;
  /** After so long the next watch starts from a new list: an event that was lost stays lost no longer. */
  readonly relistMs: number;
}

const usualTiming: ListWatchTiming = {
  firstRetryMs: 100,
  lastRetryMs: 10_000,
  idleMs: 90_000,
  relistMs: 600_000,
};

/**
 * Follows one kind over all namespaces until the signal aborts: list, watch from there, and again after whatever happens.
 * Every end of a watch is normal; a version that is too old (410, as status or as event) leads to a new list.
 */
export const followResource = async (
  client: KubeClient,
  resource: KubeResource,
  handlers: ListWatchHandlers,
  signal: AbortSignal,
  timing: ListWatchTiming = usualTiming,
): Promise<void> => {
  let version: string | undefined;
  let failures = 0;
  let listedAt = 0;

  const listOnce = async (): Promise<string> => {
    listedAt = Date.now();
    const list = await client.list(resource, { signal });
    handlers.onList(list.items);
    return list.resourceVersion;
  };

  const watchOnce = async (from: string): Promise<void> => {
    const timeoutSeconds = 240 + Math.floor(Math.random() * 60);
    const stream = await client.openWatch(resource, { resourceVersion: from, timeoutSeconds, signal });
    for await (const event of readWatchEvents(stream, timing.idleMs, signal)) {
      failures = 0;
      version = event.object.metadata.resourceVersion ?? version;
      if (event.type === 'DELETED') handlers.onGone(event.object);
      else if (event.type !== 'BOOKMARK') handlers.onObject(event.object);
    }
  };

  while (!signal.aborted) {
    const startedAt = Date.now();
    try {
      if (version === undefined || Date.now() - listedAt > timing.relistMs) version = await listOnce();
      await watchOnce(version);
      // A server that closes every watch at once must not be asked in a tight loop.
      if (Date.now() - startedAt > 1000) continue;
      throw new KubeApiError(0, 'Closed', 'the watch ended at once');
    } catch (error) {
      if (signal.aborted) return;
      if (hasStatus(error, 410)) version = undefined;
      if (Date.now() - startedAt > timing.lastRetryMs) failures = 0;
      const ceiling = Math.min(timing.lastRetryMs, timing.firstRetryMs * 2 ** failures++);
      const asked = error instanceof KubeApiError ? (error.retryAfterMs ?? 0) : 0;
      const retryInMs = Math.max(asked, ceiling * (0.5 + Math.random() / 2));
      handlers.onTrouble?.(error, retryInMs);
      await delay(retryInMs, undefined, { signal }).catch(() => undefined);
    }
  }
};
