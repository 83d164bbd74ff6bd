import type { Pool } from 'pg';
import { describeSweep } from './sweep-cases.ts';

/** A worker that is at the tables in another order is in its way: the database lets one of the two try again. */
const empty = async ({ pool }: { readonly pool: Pool }, tries = 5): Promise<void> => {
  try {
    await pool.query('TRUNCATE bullmq.job, bullmq.event, bullmq.meta CASCADE');
  } catch (error) {
    const isDeadlock = error instanceof Error && 'code' in error && error.code === '40P01';
    if (!isDeadlock || tries === 1) throw error;
    await empty({ pool }, tries - 1);
  }
};

describeSweep('PostgreSQL', {
  backendOf: async (database) => {
    await database.pool.query('DROP SCHEMA IF EXISTS bullmq CASCADE');
    return { kind: 'postgres', url: database.url };
  },
  lose: (database) => empty(database),
});
