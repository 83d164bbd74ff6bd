import { delayOf } from './backoff.ts';
import { ManagementClusterError } from './errors.ts';
import type { Timing } from './timing.ts';

/**
 * After several calls in a row that found nobody, the next ones fail at once, so that the clusters of a dead management
 * cluster do not hold workers for ten seconds each. One call at a time tries again, at growing distances.
 */
export interface Breaker {
  /** Throws `unreachable` while closed to calls. */
  check(): void;
  /** As `check`, and takes the turn of the one trial call when it is due. */
  enter(): void;
  /** Any answer of the server, also an error. */
  succeeded(): void;
  /** No answer. */
  failed(): void;
  /** The call ended for a reason of ours and says nothing about the server. */
  abandoned(): void;
}

const FAILURES_UNTIL_OPEN = 3;
const LONGEST_PAUSE_MS = 15_000;

export const createBreaker = (timing: Timing): Breaker => {
  let failures = 0;
  let pauses = 0;
  let closedUntil = 0;
  let trialUnderWay = false;

  const remaining = () => closedUntil - timing.monotonic();

  const check = () => {
    if (failures < FAILURES_UNTIL_OPEN) return;
    if (remaining() <= 0 && !trialUnderWay) return;
    throw new ManagementClusterError(
      'unreachable',
      `no answer to the last ${failures} calls; not tried again yet`,
      {
        retryAfterSeconds: Math.max(1, Math.ceil(remaining() / 1000)),
      },
    );
  };

  return {
    check,
    enter: () => {
      check();
      trialUnderWay = failures >= FAILURES_UNTIL_OPEN;
    },
    succeeded: () => {
      failures = 0;
      pauses = 0;
      trialUnderWay = false;
    },
    failed: () => {
      failures += 1;
      trialUnderWay = false;
      // Calls that were under way when the pause began fail late and must not make it longer.
      if (failures < FAILURES_UNTIL_OPEN || remaining() > 0) return;
      pauses += 1;
      closedUntil = timing.monotonic() + delayOf(pauses, LONGEST_PAUSE_MS, timing.random());
    },
    abandoned: () => {
      trialUnderWay = false;
    },
  };
};
