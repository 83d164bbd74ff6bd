import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { describeBell } from './bell-cases.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(1);
});
afterAll(() => database.drop());

describeBell('PostgreSQL', async () => {
  await database.pool.query('DROP SCHEMA IF EXISTS bullmq CASCADE');
  return { kind: 'postgres', url: database.url };
});
