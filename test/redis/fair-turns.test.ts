import { Redis } from 'ioredis';
import { afterAll } from 'vitest';
import { describeFairTurns } from '../integration/queue/fair-turns-cases.ts';
import { redisUrl } from './redis-url.ts';

const admin = new Redis(redisUrl());

afterAll(() => admin.disconnect());

describeFairTurns('Redis', async () => {
  await admin.flushall();
  return { kind: 'redis', url: redisUrl() };
});
