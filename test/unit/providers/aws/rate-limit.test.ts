import { describe, expect, it } from 'vitest';
import { RateLimiter } from '../../../../src/providers/infrastructure/aws/rate-limit.ts';

const manualClock = () => {
  let now = 0;
  const slept: number[] = [];
  return {
    slept,
    advance: (milliseconds: number) => {
      now += milliseconds;
    },
    now: () => now,
    sleep: async (milliseconds: number) => {
      slept.push(milliseconds);
    },
  };
};

const route53 = { service: 'route53', account: '1', region: 'eu-west-1' };

describe('the calls of an account', () => {
  it('to Route 53 are at most four a second, whatever the region', async () => {
    const clock = manualClock();
    const limiter = new RateLimiter(clock);
    for (let call = 0; call < 4; call += 1) await limiter.take(route53);
    expect(clock.slept).toEqual([]);
    await limiter.take({ ...route53, region: 'us-east-1' });
    await limiter.take(route53);
    expect(clock.slept).toEqual([250, 500]);
  });

  it('do not slow down those of another account, service or region', async () => {
    const clock = manualClock();
    const limiter = new RateLimiter(clock);
    for (let call = 0; call < 4; call += 1) await limiter.take(route53);
    await limiter.take({ ...route53, account: '2' });
    await limiter.take({ ...route53, service: 'ec2' });
    await limiter.take({ service: 'ram', account: '1', region: 'eu-west-1' });
    expect(clock.slept).toEqual([]);
  });

  it('may come at once again after a rest, and no more than before', async () => {
    const clock = manualClock();
    const limiter = new RateLimiter(clock);
    for (let call = 0; call < 4; call += 1) await limiter.take(route53);
    clock.advance(60_000);
    for (let call = 0; call < 4; call += 1) await limiter.take(route53);
    expect(clock.slept).toEqual([]);
    await limiter.take(route53);
    expect(clock.slept).toEqual([250]);
  });

  it('wait more than a second when AWS says that they are too many', async () => {
    const clock = manualClock();
    const limiter = new RateLimiter(clock);
    await limiter.take(route53);
    limiter.slowDown(route53);
    await limiter.take(route53);
    expect(clock.slept).toEqual([1250]);
  });
});
