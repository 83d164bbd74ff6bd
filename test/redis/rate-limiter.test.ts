import { afterEach, beforeEach, expect, it } from 'vitest';
import { createProcessRateLimiter } from '../../src/domain/limits/process-rate-limiter.ts';
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
  const fallback = createProcessRateLimiter({ now, processes: 1, maxBuckets: 10 });
  const limiter = createRedisRateLimiter({
    url: redis.url,
    fallback,
    now,
    onChange: (is) => changes.push(is),
  });
  closers.push(limiter.close);
  return { take: async (...charges: (typeof charge)[]) => limiter.take(charges), fallback };
};

/** Only answers of Redis come as promises of a full bucket for a name that nobody uses. */
const untilReady = async (limiter: ReturnType<typeof open>) => {
  const probe = { ...charge, key: 'probe' };
  await expect
    .poll(async () => (await limiter.take(probe), limiter.fallback.size() === 0), { timeout: 5000 })
    .toBe(true)
    .catch(() => undefined);
};

it('counts for several processes together, and takes nothing when one bucket refuses', async () => {
  const [a, b] = [open(), open()];
  await untilReady(a);
  await untilReady(b);
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
  await untilReady(limiter);
  redis.freeze();
  const started = performance.now();
  const [verdict] = await limiter.take(charge);
  const first = performance.now() - started;

  expect(verdict?.allowed).toBe(true);
  expect(first).toBeLessThan(500);
  expect(changes).toEqual([false]);
});
