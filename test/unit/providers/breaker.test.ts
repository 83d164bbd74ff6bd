import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { delayOf } from '../../../src/providers/management-cluster/backoff.ts';
import { createBreaker } from '../../../src/providers/management-cluster/breaker.ts';
import { createManualTiming } from './manual-timing.ts';

const start = () => {
  const timing = createManualTiming(() => 0.999);
  const breaker = createBreaker(timing);
  const fail = (times: number) => {
    for (let count = 0; count < times; count += 1) breaker.failed();
  };
  return { timing, breaker, fail };
};

const refusal = expect.objectContaining({ kind: 'unreachable', retryable: true });

describe('breaker', () => {
  it('lets calls through until three in a row have found nobody', () => {
    const { breaker, fail } = start();
    fail(2);
    breaker.check();
    fail(1);
    expect(() => breaker.check()).toThrow(refusal);
    expect(() => breaker.enter()).toThrow(refusal);
  });

  it('forgets failures at any answer', () => {
    const { breaker, fail } = start();
    fail(2);
    breaker.succeeded();
    fail(2);
    breaker.check();
  });

  it('lets one call try when the pause is over, and all after it succeeds', async () => {
    const { timing, breaker, fail } = start();
    fail(3);
    await timing.advance(2_000);
    breaker.enter();
    expect(() => breaker.enter()).toThrow(refusal);
    breaker.succeeded();
    breaker.enter();
    breaker.enter();
  });

  it('makes the pause longer when the trial fails, up to fifteen seconds', async () => {
    const { timing, breaker, fail } = start();
    fail(3);
    const pauses: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      let waited = 0;
      for (; ; waited += 1) {
        try {
          breaker.enter();
          break;
        } catch {
          await timing.advance(1_000);
        }
      }
      pauses.push(waited);
      breaker.failed();
    }
    expect(pauses).toEqual([2, 4, 8, 15, 15, 15]);
  });

  it('does not count calls that were under way when the pause began', async () => {
    const { timing, breaker, fail } = start();
    fail(8);
    await timing.advance(2_000);
    breaker.enter();
  });

  it('gives the turn back when a trial is abandoned by us', async () => {
    const { timing, breaker, fail } = start();
    fail(3);
    await timing.advance(2_000);
    breaker.enter();
    breaker.abandoned();
    breaker.enter();
  });
});

describe('backoff', () => {
  it('is between one second and the longest pause, and grows', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((failures) => delayOf(failures, 60_000, 0.999_999))).toEqual([
      expect.closeTo(2_000, -1),
      expect.closeTo(4_000, -1),
      expect.closeTo(8_000, -1),
      expect.closeTo(16_000, -1),
      expect.closeTo(32_000, -1),
      expect.closeTo(60_000, -1),
      expect.closeTo(60_000, -1),
    ]);
    expect(delayOf(1, 60_000, 0)).toBe(1_000);
    expect(delayOf(1_000, 60_000, 0)).toBe(15_000);
  });

  it('costs three watchers together at most twenty requests in an outage of a minute, for every draw', () => {
    const draws = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
      minLength: 60,
      maxLength: 60,
    });
    fc.assert(
      fc.property(draws, (randoms) => {
        const next = [0, 0, 0];
        let requests = 0;
        for (;;) {
          const at = Math.min(...next);
          if (at >= 60_000) break;
          requests += 1;
          next[next.indexOf(at)] = at + delayOf(requests, 60_000, randoms[requests] ?? 0);
        }
        expect(requests).toBeLessThanOrEqual(20);
      }),
    );
  });
});
