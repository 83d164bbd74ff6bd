import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createDatabase, type Database } from '../../../src/db/database.ts';
import { claimOutdated, claimTurns, removeOutbox } from '../../../src/db/outbox.ts';
import type { Bell, Wake } from '../../../src/queue/bell.ts';
import { relayOutbox } from '../../../src/workers/outbox-relay.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { idOf, tenantId } from './seed.ts';

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  database = createDatabase(test.pool, 'berth_worker');
});
afterAll(() => test.drop());
beforeEach(() => test.pool.query('DELETE FROM outbox'));

const add = (queue: string, ...targets: readonly string[]): Promise<unknown> =>
  test.pool.query(
    'INSERT INTO outbox (queue, tenant_id, target_id) SELECT $1, $2, t FROM unnest($3::text[]) AS t',
    [queue, tenantId, targets],
  );

const claimTargets = async (limit: number): Promise<readonly string[]> =>
  (await claimTurns(database.system(), 'cluster', limit)).map((row) => row.targetId);

/** As if the relay that claimed had died eleven seconds ago. */
const age = (): Promise<unknown> =>
  test.pool.query(`UPDATE outbox SET claimed_until = claimed_until - interval '11 seconds'`);

const left = async (): Promise<number> =>
  (await test.pool.query('SELECT count(*)::int AS n FROM outbox')).rows[0].n;

/** A bell that can be out of order, and tells what was rung. */
const createTestBell = () => {
  const rung: string[] = [];
  const state = { isAway: false };
  const bell: Bell = {
    ring: async (queue, wakes: readonly Wake[]) => {
      if (state.isAway) throw new Error('the queue is away');
      rung.push(...wakes.map((wake) => `${queue} ${wake.targetId}`));
    },
    answer: () => undefined,
    handled: () => 0,
    waiting: async () => 0,
    onHandled: () => undefined,
    close: async () => undefined,
  };
  return { bell, rung, state };
};

it('is claimed once by relays that run side by side', async () => {
  await add('cluster', ...Array.from({ length: 200 }, (_, n) => idOf('cl', n)));
  const claims = await Promise.all(Array.from({ length: 8 }, () => claimTargets(25)));
  const targets = claims.flat();
  expect(targets).toHaveLength(200);
  expect(new Set(targets).size).toBe(200);
});

it('is passed over by others while a relay is claiming it', async () => {
  await add('cluster', 'a', 'b', 'c');
  await database.withSystem(async (tx) => {
    expect(await claimTurns(tx, 'cluster', 2)).toHaveLength(2);
    expect(await claimTargets(10)).toEqual(['c']);
  });
});

it('is claimed in the order of writing, as far as the limit goes', async () => {
  await add('cluster', 'a', 'b', 'c');
  expect([...(await claimTargets(2))].sort()).toEqual(['a', 'b']);
  expect(await claimTargets(2)).toEqual(['c']);
});

it('is claimed again once a relay has died with its claim', async () => {
  await add('cluster', 'a');
  expect(await claimTargets(10)).toEqual(['a']);
  expect(await claimTargets(10)).toEqual([]);
  await age();
  expect(await claimTargets(10)).toEqual(['a']);
});

it('is claimed although rows with higher numbers have been relayed before its commit', async () => {
  const slow = await test.pool.connect();
  await slow.query('BEGIN');
  await slow.query(`INSERT INTO outbox (queue, tenant_id, target_id) VALUES ('cluster', $1, 'early')`, [
    tenantId,
  ]);
  await add('cluster', 'late');
  const [late] = await claimTurns(database.system(), 'cluster', 10);
  expect(late?.targetId).toBe('late');
  await removeOutbox(database.system(), [late?.id ?? 0]);
  await slow.query('COMMIT');
  slow.release();
  expect(await claimTargets(10)).toEqual(['early']);
});

it('leaves outdated statuses to their own relay, and that one leaves it the rest', async () => {
  await add('cluster', 'a');
  await add('status', 'b');
  expect(await claimTargets(10)).toEqual(['a']);
  const statuses = await claimOutdated(database.system(), 10);
  expect(statuses.map(({ targetId }) => targetId)).toEqual(['b']);
});

it('hands over identity and trace only', async () => {
  await test.pool.query(
    `INSERT INTO outbox (queue, tenant_id, target_id, traceparent) VALUES ('access', $1, 'ag', '00-trace')`,
    [tenantId],
  );
  expect(await claimTurns(database.system(), 'access', 10)).toEqual([
    { id: expect.any(Number), queue: 'access', tenantId, targetId: 'ag', traceparent: '00-trace' },
  ]);
});

it('is gone once the bell was rung', async () => {
  const { bell, rung } = createTestBell();
  await add('cluster', 'a', 'b');
  await add('node-pool', 'p');
  expect((await relayOutbox(database, bell)).map(({ isFull }) => isFull)).toEqual([false, false]);
  expect([...rung].sort()).toEqual(['cluster a', 'cluster b', 'node-pool p']);
  expect(await left()).toBe(0);
});

it('rings once for a target that was woken many times', async () => {
  const { bell, rung } = createTestBell();
  await add('cluster', 'a', 'a', 'a');
  await relayOutbox(database, bell);
  expect(rung).toEqual(['cluster a']);
  expect(await left()).toBe(0);
});

it('stays while the queue is away, and is rung when it is back', async () => {
  const { bell, rung, state } = createTestBell();
  state.isAway = true;
  await add('cluster', 'a', 'b');
  await expect(relayOutbox(database, bell)).rejects.toThrow('the queue is away');
  expect(await left()).toBe(2);
  state.isAway = false;
  await age();
  await relayOutbox(database, bell);
  expect([...rung].sort()).toEqual(['cluster a', 'cluster b']);
});

it('is rung twice rather than never by a relay that died before it could remove', async () => {
  const { bell, rung } = createTestBell();
  await add('cluster', 'a');
  const dying: Database = {
    ...database,
    system: () => {
      const sql = database.system();
      return {
        ...sql,
        query: (statement) =>
          statement.name === 'outbox-remove' ? Promise.reject(new Error('killed')) : sql.query(statement),
      };
    },
  };
  await expect(relayOutbox(dying, bell)).rejects.toThrow('killed');
  await age();
  await relayOutbox(database, bell);
  expect(rung).toEqual(['cluster a', 'cluster a']);
  expect(await left()).toBe(0);
});
