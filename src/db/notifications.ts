import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';

/** Channels on which a commit tells other processes that something is worth reading again. */
export const channels = {
  operation: 'berth_operation',
  access: 'berth_access',
  question: 'berth_question',
  event: 'berth_event',
} as const;
type Channel = (typeof channels)[keyof typeof channels];

export interface Notifications {
  /** Calls `listener` with each payload; after a lost connection with undefined: anything may have happened. */
  listen(channel: Channel, listener: (payload: string | undefined) => void): () => void;
  close(): Promise<void>;
}

const firstRetryMs = 200;
const longestRetryMs = 5000;
/** A server that takes the connection and then says nothing is given up after so long. */
const answerMs = 3000;
const closeMs = 1000;

/**
 * One connection per process that only listens. A notification is a hint: who waits reads the row again, and is
 * told to do so after every reconnection.
 */
export const listenToDatabase = (options: {
  readonly url: string;
  readonly onError: (error: Error) => void;
}): Notifications => {
  const listeners = new Map<string, Set<(payload: string | undefined) => void>>();
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let retryMs = firstRetryMs;
  let isClosed = false;

  const tell = (listener: (payload: string | undefined) => void, payload: string | undefined): void => {
    try {
      listener(payload);
    } catch (error) {
      options.onError(error as Error);
    }
  };

  const tellAll = (): void => {
    for (const set of listeners.values()) for (const listener of set) tell(listener, undefined);
  };

  const reconnectLater = (failed: Client): void => {
    if (isClosed || failed !== client) return;
    client = undefined;
    failed.end().catch(() => undefined);
    timer = setTimeout(connect, retryMs);
    retryMs = Math.min(longestRetryMs, retryMs * 2);
  };

  const connect = (): void => {
    const fresh = new Client({
      connectionString: options.url,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      application_name: 'berth-listen',
    });
    client = fresh;
    fresh.on('error', (error) => {
      options.onError(error);
      reconnectLater(fresh);
    });
    fresh.on('end', () => reconnectLater(fresh));
    fresh.on('notification', ({ channel, payload }) => {
      for (const listener of listeners.get(channel) ?? []) tell(listener, payload ?? '');
    });
    fresh
      .connect()
      .then(() =>
        fresh.query(
          Object.values(channels)
            .map((channel) => `LISTEN ${channel}`)
            .join('; '),
        ),
      )
      .then(() => {
        retryMs = firstRetryMs;
        tellAll();
      })
      .catch((error: Error) => {
        options.onError(error);
        reconnectLater(fresh);
      });
  };

  connect();
  return {
    listen: (channel, listener) => {
      const set = listeners.get(channel) ?? new Set();
      listeners.set(channel, set.add(listener));
      return () => set.delete(listener);
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      // A server that does not answer the goodbye is not waited for.
      const ended = client?.end().catch(() => undefined);
      await Promise.race([ended, delay(closeMs, undefined, { ref: false })]);
    },
  };
};
