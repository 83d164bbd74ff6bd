import { delayOf } from './backoff.ts';
import type { Timing } from './timing.ts';

/**
 * One count for all kinds of a watch: an outage is the server's, and three loops that back off apart would ask three
 * times as often. Only a stream that lived forgets; a start that failed never does.
 */
export interface WatchFailures {
  /** Counts a failure; the pause before the next attempt in milliseconds, never shorter than the server asked for. */
  next(retryAfterSeconds: number | undefined): number;
  forget(): void;
}

export const createWatchFailures = (longestPauseMs: number, timing: Timing): WatchFailures => {
  let failures = 0;
  return {
    next: (retryAfterSeconds = 0) => {
      failures += 1;
      return Math.max(retryAfterSeconds * 1000, delayOf(failures, longestPauseMs, timing.random()));
    },
    forget: () => {
      failures = 0;
    },
  };
};
