import { describeSweep } from './sweep-cases.ts';

describeSweep('PostgreSQL', {
  backendOf: async (database) => {
    await database.pool.query('DROP SCHEMA IF EXISTS bullmq CASCADE');
    return { kind: 'postgres', url: database.url };
  },
  lose: (database) => database.pool.query('TRUNCATE bullmq.job, bullmq.event, bullmq.meta CASCADE'),
});
