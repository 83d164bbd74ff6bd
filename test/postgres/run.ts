/**
 * `npm run test:postgres`: the integration tests on an external PostgreSQL. That is the one of DATABASE_URL (its role
 * must be allowed to create databases), else one that is started from Debian's binaries.
 */
import { parseCLI, startVitest } from 'vitest/node';
import { findDebianPostgres, startDebianPostgres } from './debian-postgres.ts';

const runTests = async (): Promise<void> => {
  const { filter, options } = parseCLI([
    'vitest',
    'run',
    '--project',
    'integration',
    ...process.argv.slice(2),
  ]);
  const vitest = await startVitest('test', filter, options);
  await vitest.close();
};

const bin = findDebianPostgres();
if (process.env['DATABASE_URL']) {
  await runTests();
} else if (bin !== undefined) {
  const server = await startDebianPostgres(bin);
  process.env['DATABASE_URL'] = server.url;
  console.log(`test:postgres runs on ${bin}`);
  try {
    await runTests();
  } finally {
    await server.stop();
  }
} else {
  console.log('test:postgres skipped: DATABASE_URL is not set, and no PostgreSQL is installed');
  if (process.env['CI'] && process.env['BERTH_REQUIRE_POSTGRES'] === '1') process.exitCode = 1;
}
