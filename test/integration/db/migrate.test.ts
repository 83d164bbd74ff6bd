import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(2);
});
afterAll(() => database.drop());

it('applies nothing to a database that is up to date', async () => {
  expect(await migrate(database.pool)).toEqual([]);
});

it('refuses to go on when an applied migration was edited', async () => {
  await database.pool.query("UPDATE _prisma_migrations SET checksum = 'edited'");
  await expect(migrate(database.pool)).rejects.toThrow(
    'migration 20261130000000_foundation was changed after it had been applied',
  );
});
