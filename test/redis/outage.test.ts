import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bell, createBell } from '../../src/queue/bell.ts';
import { type RedisServer, startRedis } from './redis-server.ts';

const wakeOf = (targetId: string) => ({ tenantId: 'ten_1', targetId });
const soon = { timeout: 20_000, interval: 20 };

let redis: RedisServer;
let errors: Error[];
const opened: Bell[] = [];

beforeEach(async () => {
  redis = await startRedis();
  errors = [];
});
afterEach(async () => {
  redis.resume();
  await Promise.all(opened.splice(0).map((bell) => bell.close()));
  await redis.stop();
});

const open = (): Bell => {
  const bell = createBell({ kind: 'redis', url: redis.url }, (error) => errors.push(error));
  opened.push(bell);
  return bell;
};

const millisecondsUntilRefused = async (bell: Bell): Promise<number> => {
  const started = performance.now();
  await expect(bell.ring('cluster', [wakeOf('refused')])).rejects.toThrow();
  return performance.now() - started;
};

/** Rings until the queue takes it, as the relay does. */
const ringUntilTaken = (bell: Bell, targetId: string): Promise<void> =>
  expect.poll(() => bell.ring('cluster', [wakeOf(targetId)]).then(() => 'taken', String), soon).toBe('taken');

it('is told at once, while Redis is away', async () => {
  const bell = open();
  await bell.ring('cluster', [wakeOf('first')]);
  await redis.stop();
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect(await millisecondsUntilRefused(bell)).toBeLessThan(500);
  }
});

it('is told within three seconds while Redis stands still', async () => {
  const bell = open();
  await bell.ring('cluster', [wakeOf('first')]);
  redis.freeze();
  expect(await millisecondsUntilRefused(bell)).toBeLessThan(3000);
});

it('can be opened before Redis is there', async () => {
  await redis.stop();
  const bell = open();
  const heard: string[] = [];
  bell.answer('cluster', 1, async ({ targetId }) => void heard.push(targetId));
  await millisecondsUntilRefused(bell);
  await redis.start();
  await ringUntilTaken(bell, 'at last');
  await expect.poll(() => heard, soon).toContain('at last');
});

it('goes on answering in the same process after Redis was restarted and has lost everything', async () => {
  const bell = open();
  const heard: string[] = [];
  bell.answer('cluster', 2, async ({ targetId }) => void heard.push(targetId));
  await bell.ring('cluster', [wakeOf('before')]);
  await expect.poll(() => heard, soon).toEqual(['before']);
  for (const round of [1, 2, 3]) {
    await redis.stop();
    await millisecondsUntilRefused(bell);
    await redis.start();
    await ringUntilTaken(bell, `after ${round}`);
    await expect.poll(() => heard, soon).toContain(`after ${round}`);
  }
});

it('goes on answering after Redis stood still', async () => {
  const bell = open();
  const heard: string[] = [];
  bell.answer('cluster', 1, async ({ targetId }) => void heard.push(targetId));
  await bell.ring('cluster', [wakeOf('before')]);
  await expect.poll(() => heard, soon).toEqual(['before']);
  redis.freeze();
  await millisecondsUntilRefused(bell);
  redis.resume();
  await ringUntilTaken(bell, 'after');
  await expect.poll(() => heard, soon).toContain('after');
});

it('lets a job end that was running when Redis went away', async () => {
  const bell = open();
  const running = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const ended: string[] = [];
  bell.answer('cluster', 1, async ({ targetId }) => {
    running.resolve();
    if (targetId === 'slow') await mayEnd.promise;
    ended.push(targetId);
  });
  await bell.ring('cluster', [wakeOf('slow')]);
  await running.promise;
  await redis.stop();
  mayEnd.resolve();
  await expect.poll(() => ended, soon).toEqual(['slow']);
  await redis.start();
  await ringUntilTaken(bell, 'next');
  await expect.poll(() => ended, soon).toContain('next');
});

it('can be closed while Redis is away', async () => {
  const bell = createBell({ kind: 'redis', url: redis.url }, (error) => errors.push(error));
  const heard: string[] = [];
  bell.answer('cluster', 1, async ({ targetId }) => void heard.push(targetId));
  await bell.ring('cluster', [wakeOf('first')]);
  await expect.poll(() => heard, soon).toEqual(['first']);
  await redis.stop();
  const started = performance.now();
  await bell.close();
  expect(performance.now() - started).toBeLessThan(4000);
});
