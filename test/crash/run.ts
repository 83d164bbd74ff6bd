/**
 * `npm run test:crash`: a cluster's infrastructure through its whole life, with a worker that dies, or a reply that is lost, at
 * every call to a cloud. `BERTH_CRASH_EVERY=7`: at every seventh.
 */
import { parseCLI, startVitest } from 'vitest/node';
import { hasPython } from '../harness/aws/moto-server.ts';

if (await hasPython()) {
  const config = new URL('./vitest.config.ts', import.meta.url).pathname;
  const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
  const vitest = await startVitest('test', filter, { ...options, config });
  await vitest.close();
} else {
  console.log('test:crash skipped: moto, which plays AWS, needs Python 3 with venv');
  if (process.env['CI']) process.exitCode = 1;
}
