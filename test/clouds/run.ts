/** `npm run test:clouds`: what Berth makes in clouds, on doubles that refuse what the real ones refuse. */
import { parseCLI, startVitest } from 'vitest/node';
import { hasPython } from '../harness/aws/moto-server.ts';

if (await hasPython()) {
  const config = new URL('./vitest.config.ts', import.meta.url).pathname;
  const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
  const vitest = await startVitest('test', filter, { ...options, config });
  await vitest.close();
} else {
  console.log('test:clouds skipped: moto, which plays AWS, needs Python 3 with venv');
  if (process.env['CI']) process.exitCode = 1;
}
