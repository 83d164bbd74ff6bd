import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

export interface Loop {
  /** Lets the round that runs end; no round begins afterwards. */
  stop(): Promise<void>;
}

/**
 * Runs `round` for ever. It tells whether there is more to do at once; otherwise the loop pauses. A round that throws
 * is logged and tried again after the pause: nothing ends a loop but `stop`.
 */
export const startLoop = (options: {
  readonly name: string;
  readonly pauseMs: number;
  readonly logger: Logger;
  readonly round: (signal: AbortSignal) => Promise<boolean>;
}): Loop => {
  const stopping = new AbortController();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      let hasMore = false;
      try {
        hasMore = await options.round(stopping.signal);
      } catch (error) {
        options.logger.warn({ loop: options.name, error }, 'a round failed; it will be tried again');
      }
      if (hasMore) continue;
      await delay(options.pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};
