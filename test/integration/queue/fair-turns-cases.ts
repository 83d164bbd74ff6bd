import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from '../../../src/db/database.ts';
import { type Bell, createBell, type QueueBackend } from '../../../src/queue/bell.ts';
import type { Loop } from '../../../src/workers/loop.ts';
import { startOutboxRelay } from '../../../src/workers/outbox-relay.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { idOf } from '../db/seed.ts';

const soon = { timeout: 30_000, interval: 5 };
const slots = 4;
/** Milliseconds that a job takes. */
const jobMs = 20;
const [a, b, c] = [idOf('ten', 1), idOf('ten', 2), idOf('ten', 3)];

/** That no tenant waits for the many of another. */
export const describeFairTurns = (
  name: string,
  backendOf: (database: TestDatabase) => Promise<QueueBackend>,
): void => {
  describe(`turns on ${name}`, () => {
    let test: TestDatabase;
    let database: Database;
    const opened: { readonly bell: Bell; readonly relay: Loop }[] = [];
    let started: string[];

    beforeAll(async () => {
      test = await createTestDatabase();
      database = createDatabase(test.pool, 'berth_worker');
    });
    beforeEach(() => {
      started = [];
    });
    afterEach(async () => {
      for (const { bell, relay } of opened.splice(0)) {
        await relay.stop();
        await bell.close();
      }
      await test.pool.query('DELETE FROM outbox');
    });
    afterAll(() => test.drop());

    const ask = (tenantId: string | undefined, count: number): Promise<unknown> =>
      test.pool.query(
        `INSERT INTO outbox (queue, tenant_id, target_id)
         SELECT 'cluster', $1, 'cl_' || clock_timestamp() || n FROM generate_series(1, $2::int) AS n`,
        [tenantId, count],
      );

    /** A worker process, as far as turns go. */
    const work = (backend: QueueBackend, milliseconds = jobMs): void => {
      const bell = createBell(backend, () => undefined);
      bell.answer('cluster', slots, async ({ tenantId }) => {
        started.push(tenantId);
        await delay(milliseconds);
      });
      const logger = pino({ level: 'silent' });
      opened.push({ bell, relay: startOutboxRelay({ database, bell, logger, slots }) });
    };

    /** How many jobs began after the row of tenant `late` was there and before its own did; its own counts. */
    const placeOf = async (late: string | undefined): Promise<number> => {
      await ask(late, 1);
      const before = started.length;
      await expect.poll(() => started.includes(late ?? ''), soon).toBe(true);
      return started.indexOf(late ?? '') - before + 1;
    };

    it('starts the first of one tenant by the next slots that are free, although another has five hundred waiting', async () => {
      const backend = await backendOf(test);
      await ask(a, 500);
      work(backend);
      await expect.poll(() => started.length, soon).toBeGreaterThan(40);
      expect(await placeOf(b)).toBeLessThanOrEqual(slots + 1);
      await expect.poll(() => started.length, soon).toBe(501);
    }, 60_000);

    it('does so with two processes, by the slots of both', async () => {
      const backend = await backendOf(test);
      await ask(a, 500);
      work(backend);
      work(backend);
      await expect.poll(() => started.length, soon).toBeGreaterThan(40);
      expect(await placeOf(b)).toBeLessThanOrEqual(2 * slots + 1);
    }, 60_000);

    it('gives tenants that both have many as many slots each', async () => {
      const backend = await backendOf(test);
      await ask(a, 200);
      await ask(b, 100);
      await ask(c, 100);
      work(backend);
      await expect.poll(() => started.length, soon).toBeGreaterThanOrEqual(120);
      const first = started.slice(0, 120);
      for (const tenant of [a, b, c]) {
        const count = first.filter((one) => one === tenant).length;
        expect(count).toBeGreaterThanOrEqual(36);
        expect(count).toBeLessThanOrEqual(44);
      }
    }, 60_000);

    it('leaves all slots to a tenant that is alone', async () => {
      const backend = await backendOf(test);
      await ask(a, 100);
      const began = performance.now();
      work(backend);
      await expect.poll(() => started.length, soon).toBe(100);
      // A hundred jobs in four slots are twenty-five after each other; idle slots would make it several times that.
      expect(performance.now() - began).toBeLessThan(25 * jobMs * 4);
    }, 60_000);
  });
};
