import { Redis } from 'ioredis';
import { afterAll } from 'vitest';
import { describeBell } from '../integration/queue/bell-cases.ts';
import { describeSweep } from '../integration/queue/sweep-cases.ts';
import { redisUrl } from './redis-url.ts';

const admin = new Redis(redisUrl());

afterAll(() => admin.disconnect());

const emptyRedis = async () => {
  await admin.flushall();
  return { kind: 'redis', url: redisUrl() } as const;
};

describeBell('Redis', emptyRedis);
describeSweep('Redis', { backendOf: emptyRedis, lose: () => admin.flushall() });
