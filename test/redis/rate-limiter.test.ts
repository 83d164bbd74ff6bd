import { afterEach, beforeEach, expect, it } from 'vitest';
import { createProcessRateLimiter } from '../../src/domain/limits/process-rate-limiter.ts';
import type { RateLimiter } from '../../src/domain/limits/rate.ts';
import { createRedisRateLimiter } from '../../src/queue/redis-rate-limiter.ts';
import { type RedisServer, startRedis } from './redis-server.ts';

let redis: RedisServer;
const closers: (() => void)[] = [];
const now = () => performance.now();
const charge = {
  key: 'tenant-read:ten_1',
  policy: { name: 'tenant-read', quota: 3, windowSeconds: 60 },
  cost: 1,
};

beforeEach(async () => {
  redis = await startRedis();
});
afterEach(async () => {
  for (const close of closers.splice(0)) close();
  redis.resume();
  await redis.stop();
});

const open = (changes: boolean[] = []) => {
  const inProcess = createProcessRateLimiter({ now, processes: 1, maxBuckets: 10 });
  let ownCounts = 0;
  const fallback: RateLimiter = {
    take: (charges) => {
      ownCounts += 1;
      return inProcess.take(charges);
    },
  };
  const limiter = createRedisRateLimiter({
    url: redis.url,
    fallback,
    now,
    onChange: (is) => changes.push(is),
  });
  closers.push(limiter.close);
  const take = async (...charges: (typeof charge)[]) => limiter.take(charges);
  const untilConnected = () =>
    expect
      .poll(
        async () => {
          const before = ownCounts;
          await take({ ...charge, key: 'probe', cost: 0 });
          return ownCounts - before;
        },
        { timeout: 5000, interval: 20 },
      )
      .toBe(0);
  return { take, untilConnected };
};

it('counts for several processes together, and takes nothing when one bucket refuses', async () => {
  const [a, b] = [open(), open()];
  await a.untilConnected();
  await b.untilConnected();
  const verdicts = [];
  for (const limiter of [a, b, a, b]) verdicts.push((await limiter.take(charge))[0]);

  expect(verdicts.map((verdict) => [verdict?.allowed, verdict?.remaining])).toEqual([
    [true, 2],
    [true, 1],
    [true, 0],
    [false, 0],
  ]);
  const other = { ...charge, key: 'principal-read:key_1' };
  await a.take(other, charge);
  expect((await a.take(other))[0]?.remaining).toBe(2);
});

it('counts for itself, soon, while Redis stands still', async () => {
  const changes: boolean[] = [];
  const limiter = open(changes);
  await limiter.untilConnected();
  changes.length = 0;
  redis.freeze();
  const started = performance.now();
  const [verdict] = await limiter.take(charge);
  const first = performance.now() - started;

  expect(verdict?.allowed).toBe(true);
  expect(first).toBeLessThan(500);
  expect(changes).toEqual([false]);
});
