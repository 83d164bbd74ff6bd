import { type Attempt, reconcileTiming } from './reconcile.ts';
import { earliestOf, isBefore, plusSeconds } from './time.ts';

/**
 * Seconds until the next try: doubles from 1, at most 60, the upper half of it random.
 * @param random from 0 to 1, supplied by the caller.
 */
export const retryDelay = (failures: number, random: number): number => {
  const ceiling = Math.min(reconcileTiming.retryCap, 2 ** Math.max(0, failures - 1));
  return ceiling / 2 + (ceiling / 2) * random;
};

/** To be stored before a change is sent. */
export const attemptBegun = (attempt: Attempt, now: string): Attempt => ({ ...attempt, begunAt: now });

/** To be stored, with what was achieved, after a change came off. */
export const attemptSucceeded: Attempt = { failures: 0 };

/** A look came off: that ends a row of failed looks, but says nothing about a change that keeps failing. */
export const lookSucceeded = (attempt: Attempt): Attempt =>
  attempt.begunAt === undefined ? attemptSucceeded : attempt;

/**
 * To be stored after a change or a look failed.
 * @param failure.retryAfterSeconds what the server asked for; never shortens the wait.
 */
export const attemptFailed = (
  attempt: Attempt,
  failure: { readonly code: string; readonly message: string; readonly retryAfterSeconds?: number },
  now: string,
  random: number,
): Attempt => {
  const failures = attempt.failures + 1;
  const delay = Math.max(retryDelay(failures, random), failure.retryAfterSeconds ?? 0);
  return {
    ...attempt,
    failures,
    lastError: { code: failure.code, message: failure.message, at: now },
    nextAttemptAt: plusSeconds(now, delay),
  };
};

/** Until when nothing is tried, or undefined. Bounded by the resync period, so that a jump of the clock cannot hold it back for long. */
export const backoffUntil = (attempt: Attempt, now: string): string | undefined =>
  attempt.nextAttemptAt !== undefined && isBefore(now, attempt.nextAttemptAt)
    ? earliestOf(attempt.nextAttemptAt, plusSeconds(now, reconcileTiming.resync))
    : undefined;
