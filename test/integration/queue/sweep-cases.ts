import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from '../../../src/db/database.ts';
import { type Bell, createBell, type QueueBackend, queueNames } from '../../../src/queue/bell.ts';
import { relayOutbox } from '../../../src/workers/outbox-relay.ts';
import { sweepDue } from '../../../src/workers/resync.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { idOf, seedClusters, seedTenants, tenantId } from '../db/seed.ts';

const soon = { timeout: 15_000, interval: 20 };

/** Five clusters, a node pool and an access grant; all but cluster 5 are due. */
const seedWork = async ({ pool }: TestDatabase): Promise<void> => {
  await seedTenants(pool);
  await seedClusters(pool, [1, 2, 3, 4, 5]);
  await pool.query(`UPDATE clusters SET next_attempt_at = now() - interval '1 minute'`);
  await pool.query(`UPDATE clusters SET next_attempt_at = now() + interval '1 hour' WHERE id = $1`, [
    idOf('cl', 5),
  ]);
  await pool.query(
    `INSERT INTO node_pools (tenant_id, id, cluster_id, project_id, name, spec, release_version, release_image, status,
       phase, next_attempt_at)
     VALUES ($1, $2, $3, 'p', 'workers', '{}', '4.20.1', 'image', '{}', 'pending', now() - interval '1 minute')`,
    [tenantId, idOf('np', 1), idOf('cl', 1)],
  );
  await pool.query(
    `INSERT INTO access_grants (tenant_id, id, cluster_id, actor, ttl_seconds) VALUES ($1, $2, $3, 'key', 600)`,
    [tenantId, idOf('ag', 1), idOf('cl', 1)],
  );
};

const allDue = [
  `access ${idOf('ag', 1)}`,
  ...[1, 2, 3, 4].map((n) => `cluster ${idOf('cl', n)}`),
  `node-pool ${idOf('np', 1)}`,
];

/** That nothing accepted depends on the queue. `lose` empties the whole of it. */
export const describeSweep = (
  name: string,
  queue: {
    readonly backendOf: (database: TestDatabase) => Promise<QueueBackend>;
    readonly lose: (database: TestDatabase) => Promise<unknown>;
  },
): void => {
  describe(`the sweep on ${name}`, () => {
    let test: TestDatabase;
    let database: Database;
    let bell: Bell;
    let heard: string[];

    beforeAll(async () => {
      test = await createTestDatabase();
      database = createDatabase(test.pool, 'berth_worker');
      await seedWork(test);
    });
    beforeEach(async () => {
      heard = [];
      bell = createBell(await queue.backendOf(test), () => undefined);
    });
    afterEach(() => bell.close());
    afterAll(() => test.drop());

    const sweepAndRelay = async (): Promise<number> => {
      const asked = await sweepDue(database);
      await relayOutbox(database, bell);
      return asked;
    };

    const answerAll = (): void => {
      for (const queueName of queueNames)
        bell.answer(queueName, 5, async ({ targetId }) => void heard.push(`${queueName} ${targetId}`));
    };

    it('rings for what is due, and for nothing else', async () => {
      answerAll();
      expect(await sweepAndRelay()).toBe(6);
      await expect.poll(() => bell.handled(), soon).toBe(6);
      expect([...heard].sort()).toEqual(allDue);
    });

    it('rings again for everything once the whole queue is lost', async () => {
      await sweepAndRelay();
      await queue.lose(test);
      answerAll();
      // Answered after all that was lost would have been: the queue is in order of ringing.
      await bell.ring('cluster', [{ tenantId, targetId: 'after the loss' }]);
      await expect.poll(() => heard, soon).toEqual(['cluster after the loss']);
      await sweepAndRelay();
      await expect.poll(() => heard.length, soon).toBe(7);
      expect(heard.slice(1).sort()).toEqual(allDue);
    });

    it('goes on answering when the queue is lost under it', async () => {
      answerAll();
      await bell.ring('cluster', [{ tenantId, targetId: 'before' }]);
      await expect.poll(() => heard, soon).toEqual(['cluster before']);
      await queue.lose(test);
      await sweepAndRelay();
      await expect.poll(() => heard.length, soon).toBe(7);
      expect(heard.slice(1).sort()).toEqual(allDue);
    });
  });
};
