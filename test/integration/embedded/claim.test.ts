import { afterAll, beforeAll, expect, it } from 'vitest';
import { claimServer } from '../../../src/embedded/claim.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

const claim = () => claimServer(database.url, '/data/berth');

it('refuses a second process while the first one has the claim, and says what to do', async () => {
  const first = await claim();
  await expect(claim()).rejects.toThrow(
    'another process uses /data/berth; stop it first, or name another directory in BERTH_DATA_DIR',
  );
  await first.release();
  await (await claim()).release();
});

it('waits for the connection of a killed claimant to go', async () => {
  await claim();
  const second = claim();
  await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks
     WHERE locktype = 'advisory' AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  await expect(second.then((taken) => taken.release())).resolves.toBeUndefined();
});
