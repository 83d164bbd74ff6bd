import { describe, expect, it } from 'vitest';
import {
  attemptBegun,
  attemptFailed,
  attemptSucceeded,
  backoffUntil,
  lookSucceeded,
  retryDelay,
} from '../../../../src/domain/shared/attempt.ts';
import { earliestOf, latestOf, plusSeconds } from '../../../../src/domain/shared/time.ts';
import { at, now } from '../factories.ts';

describe('retries', () => {
  it('wait from half a second to a minute, doubling', () => {
    expect([0, 1, 2, 3, 7, 50].map((failures) => retryDelay(failures, 0))).toEqual([0.5, 0.5, 1, 2, 30, 30]);
    expect([1, 2, 3, 7, 50].map((failures) => retryDelay(failures, 1))).toEqual([1, 2, 4, 60, 60]);
  });

  it('are recorded from begin to failure', () => {
    const begun = attemptBegun({ failures: 2 }, now);
    expect(begun).toEqual({ failures: 2, begunAt: now });
    expect(attemptFailed(begun, { code: 'timeout', message: 'no answer' }, at(10), 1)).toEqual({
      failures: 3,
      begunAt: now,
      lastError: { code: 'timeout', message: 'no answer', at: at(10) },
      nextAttemptAt: at(14),
    });
    expect(attemptSucceeded).toEqual({ failures: 0 });
  });

  it('wait as long as the server asks', () => {
    const failure = { code: 'throttled', message: 'slow down', retryAfterSeconds: 90 };
    expect(attemptFailed({ failures: 0 }, failure, now, 1).nextAttemptAt).toBe(at(90));
    expect(attemptFailed({ failures: 9 }, { ...failure, retryAfterSeconds: 1 }, now, 1).nextAttemptAt).toBe(
      at(60),
    );
  });

  it('go on being counted when only a look came off while a change keeps failing', () => {
    expect(lookSucceeded({ failures: 3 })).toEqual({ failures: 0 });
    expect(lookSucceeded({ failures: 3, begunAt: now })).toEqual({ failures: 3, begunAt: now });
  });

  it('are due when the time has come', () => {
    expect(backoffUntil({ failures: 0 }, now)).toBeUndefined();
    expect(backoffUntil({ failures: 1, nextAttemptAt: now }, now)).toBeUndefined();
    expect(backoffUntil({ failures: 1, nextAttemptAt: at(1) }, now)).toBe(at(1));
  });
});

describe('instants', () => {
  it('are added to and compared', () => {
    expect(plusSeconds(now, 0.5)).toBe('2026-09-01T12:00:00.500Z');
    expect(plusSeconds('2026-09-01T14:00:00+02:00', 0)).toBe(now);
    expect(earliestOf(now, at(1), at(-1))).toBe(at(-1));
    expect(earliestOf(now)).toBe(now);
    expect(latestOf(now, undefined, at(1), at(-1))).toBe(at(1));
    expect(latestOf(now)).toBe(now);
  });
});
