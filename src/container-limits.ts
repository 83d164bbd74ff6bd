import { type Core, monotonic } from './container.ts';
import { createProcessRateLimiter } from './domain/limits/process-rate-limiter.ts';
import type { RateLimits } from './plugins/rate-limit.ts';
import { createRedisRateLimiter } from './queue/redis-rate-limiter.ts';

/** Some 150 bytes each. */
const maxBuckets = 50_000;

/** Where requests are counted: in Redis for all processes when there is one, else in each process its part. */
export const buildRateLimits = ({ config, logger, shutdown }: Core): RateLimits => {
  const now = monotonic;
  const inProcess = createProcessRateLimiter({ now, processes: config.apiProcesses, maxBuckets });
  const failures = createProcessRateLimiter({ now, processes: config.apiProcesses, maxBuckets });
  if (config.redisUrl === undefined) return { limits: config.rateLimits, limiter: inProcess, failures };
  const limiter = createRedisRateLimiter({
    url: config.redisUrl,
    fallback: inProcess,
    now,
    onChange: (isAnswering) =>
      isAnswering
        ? logger.info('Redis counts requests again')
        : logger.warn('Redis does not answer in time; each process counts requests for itself'),
  });
  shutdown.onStop('rate limits', async () => limiter.close());
  return { limits: config.rateLimits, limiter, failures };
};
