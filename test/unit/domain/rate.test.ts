import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createProcessRateLimiter } from '../../../src/domain/limits/process-rate-limiter.ts';
import { decideCharge } from '../../../src/domain/limits/rate.ts';
import { chargesFor, type RequestLimits } from '../../../src/domain/limits/request-limits.ts';

const policy = { name: 'p', quota: 6, windowSeconds: 60 };
const charge = (key: string, cost = 1) => ({ key, policy, cost });

const limiterAt = (clock: { now: number }, processes = 1, maxBuckets = 10) =>
  createProcessRateLimiter({ now: () => clock.now, processes, maxBuckets });

describe('a bucket', () => {
  it('grants the quota at once, then one unit for each part of the window', () => {
    const clock = { now: 1_000_000 };
    const { take } = limiterAt(clock);
    const grants = Array.from({ length: 7 }, () => take([charge('a')])[0]);

    expect(grants.map((verdict) => verdict?.allowed)).toEqual([true, true, true, true, true, true, false]);
    expect(grants.map((verdict) => verdict?.remaining)).toEqual([5, 4, 3, 2, 1, 0, 0]);
    expect(grants.at(-1)).toMatchObject({ retryAfterSeconds: 10, resetSeconds: 60 });
    clock.now += 9_999;
    expect(take([charge('a')])[0]?.allowed).toBe(false);
    clock.now += 1;
    expect(take([charge('a')])[0]?.allowed).toBe(true);
  });

  it('lets nobody wait longer than a window after the clock went back', () => {
    const verdict = decideCharge(9_000_000, 1_000, charge('a')).verdict;

    expect(verdict).toMatchObject({ allowed: false, retryAfterSeconds: 10, resetSeconds: 60 });
  });

  it('takes nothing when another bucket of the request refuses', () => {
    const { take } = limiterAt({ now: 0 });
    take([charge('tenant', 6)]);
    take([charge('own'), charge('tenant')]);

    expect(take([charge('own')])[0]?.remaining).toBe(5);
  });

  it('grants its part only, where several processes count', () => {
    const { take } = limiterAt({ now: 0 }, 3);

    expect([1, 2, 3].map(() => take([charge('a')])[0]?.allowed)).toEqual([true, true, false]);
  });

  it('never fills the memory', () => {
    const limiter = limiterAt({ now: 0 });
    for (let index = 0; index < 1000; index += 1) limiter.take([charge(`k${index}`)]);

    expect(limiter.size()).toBe(10);
  });

  it('grants in any window no more than the quota twice', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 200 }), (gaps) => {
        const clock = { now: 0 };
        const { take } = limiterAt(clock);
        const times = gaps.flatMap((gap) => {
          clock.now += gap;
          return take([charge('a')])[0]?.allowed ? [clock.now] : [];
        });
        for (const start of times)
          expect(times.filter((time) => time >= start && time < start + 60_000).length).toBeLessThanOrEqual(
            12,
          );
      }),
    );
  });
});

describe('the charges of a request', () => {
  const limits: RequestLimits = {
    reads: 10,
    writes: 5,
    tenantReads: 20,
    tenantWrites: 0,
    fleet: 7,
    failures: 3,
  };

  it('name ids of tenant and principal, and leave out what is switched off', () => {
    const key = { id: 'key_1', tenantId: 'ten_1' };

    expect(chargesFor(limits, key, 'read', 1).map((one) => [one.key, one.policy.quota])).toEqual([
      ['principal-read:ten_1/key_1', 10],
      ['tenant-read:ten_1', 20],
    ]);
    expect(chargesFor(limits, key, 'write', 1).map((one) => one.key)).toEqual([
      'principal-write:ten_1/key_1',
    ]);
    expect(chargesFor(limits, { id: 'key_2' }, 'write', 1).map((one) => [one.key, one.policy.quota])).toEqual(
      [['fleet-write:key_2', 7]],
    );
  });
});
