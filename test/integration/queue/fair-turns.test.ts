import { describeFairTurns } from './fair-turns-cases.ts';

describeFairTurns('PostgreSQL', async (database) => {
  await database.pool.query('DROP SCHEMA IF EXISTS bullmq CASCADE');
  return { kind: 'postgres', url: database.url };
});
