import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createDatabase, type Database } from '../../../src/db/database.ts';
import { classifyDatabaseError } from '../../../src/db/database-error.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { tenantId } from './seed.ts';
import { layWire, type Wire } from './wire.ts';

let test: TestDatabase;
let wire: Wire;
let pool: Pool;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  await test.pool.query('CREATE TABLE scratch (n int); GRANT ALL ON scratch TO berth_worker, berth_system');
});
beforeEach(async () => {
  await test.pool.query('DELETE FROM scratch');
  wire = await layWire(test.url);
  // As openDatabase, with less patience.
  pool = new Pool({ connectionString: wire.url, max: 1, connectionTimeoutMillis: 2000, query_timeout: 300 });
  pool.on('error', () => undefined);
  database = createDatabase(pool, 'berth_worker');
});
afterEach(async () => {
  await pool.end();
  await wire.close();
});
afterAll(() => test.drop());

const rows = async (): Promise<readonly number[]> =>
  (await test.pool.query('SELECT n FROM scratch ORDER BY n')).rows.map(({ n }) => n);

const insertThen = (n: number, then: () => void) => {
  let attempts = 0;
  const done = database.withTenant(tenantId, async (tx) => {
    attempts += 1;
    await tx.query({ text: 'INSERT INTO scratch VALUES ($1)', values: [n] });
    then();
  });
  return { done, attempts: () => attempts };
};

it('does not do again what may have been done: the answer to its COMMIT was lost', async () => {
  const work = insertThen(1, () => wire.lose('replies'));
  await expect(work.done).rejects.toSatisfy((error) => classifyDatabaseError(error) === 'transient');
  expect(work.attempts()).toBe(1);
  expect(await rows()).toEqual([1]);
});

it('throws a connection away on which nothing comes back, and rolls back what was not committed', async () => {
  const work = insertThen(1, () => wire.lose('everything'));
  await expect(work.done).rejects.toSatisfy((error) => classifyDatabaseError(error) === 'transient');
  wire.restore();
  await insertThen(2, () => undefined).done;
  expect(wire.made()).toBe(2);
  await expect.poll(rows).toEqual([2]);
});
