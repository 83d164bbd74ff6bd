/** `npm run test:redis`: starts Debian's redis-server and runs the tests of the queue on it. */
import { parseCLI, startVitest } from 'vitest/node';
import { isRedisInstalled, startRedis } from './redis-server.ts';

if (isRedisInstalled()) {
  const redis = await startRedis();
  process.env['REDIS_URL'] = redis.url;
  const config = new URL('./vitest.config.ts', import.meta.url).pathname;
  const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
  const vitest = await startVitest('test', filter, { ...options, config });
  await vitest.close();
  await redis.stop();
} else {
  console.log('test:redis skipped: redis-server is not installed');
  if (process.env['CI'] && process.env['BERTH_REQUIRE_REDIS'] === '1') process.exitCode = 1;
}
