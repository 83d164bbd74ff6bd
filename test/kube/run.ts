/** `npm run test:kube`: builds the server when needed, then runs the tests against it. */
import { parseCLI, startVitest } from 'vitest/node';
import { buildKubeApiServer } from './build.ts';
import { hasHypershiftDirectory, hypershiftDirectory } from './shared-directory.ts';

const reason = await whySkipped();
if (reason === undefined) {
  const config = new URL('./vitest.config.ts', import.meta.url).pathname;
  const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
  const vitest = await startVitest('test', filter, { ...options, config });
  await vitest.close();
} else {
  console.log(`test:kube skipped: ${reason}`);
}

async function whySkipped(): Promise<string | undefined> {
  if (!hasHypershiftDirectory()) {
    const absence = `the CRDs and suites of ${hypershiftDirectory} are absent`;
    if (process.env['CI']) throw new Error(absence);
    return absence;
  }
  const built = await buildKubeApiServer();
  return built.kind === 'unavailable' ? built.reason : undefined;
}
