import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Bell, createBell } from '../../../src/queue/bell.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';

const wakeOf = (targetId: string) => ({ tenantId: 'ten_1', targetId });
const soon = { timeout: 20_000, interval: 50 };

let database: TestDatabase;
let bell: Bell;

beforeAll(async () => {
  database = await createTestDatabase(1);
});
afterEach(() => bell.close());
afterAll(() => database.drop());

/** Every connection of the queue, as a restart of PostgreSQL would. */
const killAll = (): Promise<unknown> =>
  database.pool.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );

it('goes on ringing and answering after all connections were cut, several times', async () => {
  const errors: Error[] = [];
  const heard: string[] = [];
  bell = createBell({ kind: 'postgres', url: database.url }, (error) => errors.push(error));
  bell.answer('cluster', 2, async ({ targetId }) => void heard.push(targetId));
  await bell.ring('cluster', [wakeOf('before')]);
  await expect.poll(() => heard, soon).toEqual(['before']);
  for (const round of [1, 2, 3]) {
    await killAll();
    // A ring that meets a dead connection is refused, and rung again by the outbox.
    await expect
      .poll(() => bell.ring('cluster', [wakeOf(`after ${round}`)]).then(() => 'rung', String), soon)
      .toBe('rung');
    await expect.poll(() => heard, soon).toContain(`after ${round}`);
  }
});
