import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

export interface Loop {
  /** Lets the round that runs end; no round begins afterwards. */
  stop(): Promise<void>;
}

export interface NudgedLoop extends Loop {
  /** Begins the next round without a pause. */
  nudge(): void;
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
}): NudgedLoop => {
  const stopping = new AbortController();
  let pause = new AbortController();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      let hasMore = false;
      pause = new AbortController();
      try {
        hasMore = await options.round(stopping.signal);
      } catch (error) {
        options.logger.warn({ loop: options.name, error }, 'a round failed; it will be tried again');
      }
      if (hasMore) continue;
      const signal = AbortSignal.any([stopping.signal, pause.signal]);
      await delay(options.pauseMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    nudge: () => pause.abort(),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};
