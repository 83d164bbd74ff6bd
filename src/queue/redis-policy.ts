import { Redis } from 'ioredis';

/**
 * What is wrong with the memory policy of the Redis that serves as queue; undefined: nothing. Any other policy than
 * `noeviction` drops jobs in silence when memory is short. A server that hides its configuration is given the benefit.
 */
export const judgeRedisPolicy = async (url: string): Promise<string | undefined> => {
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 1,
    connectTimeout: 1500,
    retryStrategy: () => null,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    const [, policy] = (await redis.config('GET', 'maxmemory-policy').catch(() => [])) as string[];
    return policy === undefined || policy === 'noeviction'
      ? undefined
      : `maxmemory-policy of Redis is ${policy}; it must be noeviction, or jobs are dropped in silence`;
  } catch (error) {
    return `Redis does not answer: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    redis.disconnect();
  }
};
