import { Redis } from 'ioredis';
import type { Charge, RateLimiter, RateVerdict } from '../domain/limits/rate.ts';

/**
 * The same as `decideCharge`, for all charges of a request in one step, by the clock of Redis: the API processes of
 * several machines agree on it. Buckets go by themselves once they are full again.
 */
const script = `
local t = redis.call('TIME')
local now = t[1] * 1000 + t[2] / 1000
local out, kept, allowed = {}, {}, true
for i, key in ipairs(KEYS) do
  local quota, window, cost = tonumber(ARGV[i * 3 - 2]), tonumber(ARGV[i * 3 - 1]) * 1000, tonumber(ARGV[i * 3])
  local unit = window / quota
  local before = math.min(math.max(tonumber(redis.call('GET', key) or '0'), now), now + window)
  local after = before + unit * cost
  local ok = after - now <= window + unit * 1e-6
  if not ok then allowed = false end
  kept[i] = after
  local rest = ok and after or before
  out[i] = {
    ok and 1 or 0,
    math.max(0, math.floor((now + window - rest) / unit + 1e-6)),
    math.ceil((rest - now) / 1000),
    ok and 0 or math.max(1, math.ceil((after - now - window) / 1000)),
  }
end
if allowed then
  for i, key in ipairs(KEYS) do
    if tonumber(ARGV[i * 3]) > 0 then
      redis.call('SET', key, string.format('%.3f', kept[i]), 'PX', math.max(1, math.ceil(kept[i] - now)))
    end
  end
end
return out
`;

type Row = readonly [allowed: number, remaining: number, reset: number, retryAfter: number];

interface ScriptedRedis extends Redis {
  berthTakeRate(keyCount: number, ...rest: (string | number)[]): Promise<readonly Row[]>;
}

export interface RedisRateLimiterOptions {
  readonly url: string;
  /** Used while Redis does not answer. */
  readonly fallback: RateLimiter;
  /** Milliseconds of a clock that does not go back. */
  readonly now: () => number;
  /** Called once when Redis stops answering in time, and once when it answers again. */
  readonly onChange: (isAnswering: boolean) => void;
}

/** Milliseconds that a request waits for Redis at most. */
const answerMs = 50;
/** Milliseconds for which a Redis that did not answer is not asked again. */
const restMs = 1000;

/** Counts in Redis, for all processes together. A request never waits long for it, and never fails by it. */
export const createRedisRateLimiter = ({
  url,
  fallback,
  now,
  onChange,
}: RedisRateLimiterOptions): RateLimiter & { readonly close: () => void } => {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: answerMs,
    connectTimeout: 1500,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
  }) as ScriptedRedis;
  redis.on('error', () => undefined);
  redis.defineCommand('berthTakeRate', { lua: script });
  let askAgainAt = 0;
  let isAnswering = true;

  const note = (answers: boolean): void => {
    if (!answers) askAgainAt = now() + restMs;
    if (answers !== isAnswering) onChange(answers);
    isAnswering = answers;
  };

  const ask = async (charges: readonly Charge[]): Promise<readonly RateVerdict[]> => {
    const numbers = charges.flatMap(({ policy, cost }) => [policy.quota, policy.windowSeconds, cost]);
    // The braces keep all buckets on one node of a Redis cluster.
    const keys = charges.map(({ key }) => `{berth-rate}:${key}`);
    const rows = await redis.berthTakeRate(keys.length, ...keys, ...numbers);
    return charges.map(({ policy }, index) => {
      const [allowed, remaining, resetSeconds, retryAfterSeconds] = rows[index] ?? [1, 0, 0, 0];
      return { policy, allowed: allowed === 1, remaining, resetSeconds, retryAfterSeconds };
    });
  };

  return {
    take: (charges) => {
      if (redis.status !== 'ready' || now() < askAgainAt) return fallback.take(charges);
      return ask(charges).then(
        (verdicts) => {
          note(true);
          return verdicts;
        },
        () => {
          note(false);
          return fallback.take(charges);
        },
      );
    },
    close: () => redis.disconnect(),
  };
};
