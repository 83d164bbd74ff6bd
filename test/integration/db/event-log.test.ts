import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createDatabase, type Database } from '../../../src/db/database.ts';
import { appendEvents, listEvents, sequenceEvents } from '../../../src/db/event-log.ts';
import type { NewEvent } from '../../../src/domain/event/event.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { idOf, otherTenantId, seedTenants, tenantId } from './seed.ts';

const appenders = 20;

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase(appenders + 4);
  database = createDatabase(test.pool, 'berth_worker');
  await seedTenants(test.pool);
});
afterAll(() => test.drop());
beforeEach(() => test.pool.query('DELETE FROM events; DELETE FROM event_heads'));

const at = '2026-11-30T12:00:00.000Z';

const eventOf = (n: number, clusterId = idOf('cl', n)): NewEvent => ({
  id: idOf('ev', n),
  type: 'berth.cluster.statusChanged.v1',
  subject: clusterId,
  clusterId,
  data: { n },
});

const append = (...numbers: readonly number[]): Promise<void> =>
  appendEvents(
    database.tenant(tenantId),
    'prj_1',
    numbers.map((n) => eventOf(n)),
    at,
  );

const sequence = (limit = 500): Promise<number> => database.withSystem((tx) => sequenceEvents(tx, limit));

const readAfter = (afterSequence: number, tenant = tenantId) =>
  listEvents(database.tenant(tenant), { limit: 1000, afterSequence });

/** Numbers from 0 up in an order that is the same in every run. */
const shuffled = (count: number, seed: number): readonly number[] => {
  let state = seed;
  const keys = Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state;
  });
  return keys.map((_, n) => n).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0));
};

/** Opens a transaction that has appended its two events and waits for leave to commit. */
const openAppender = (n: number) => {
  const appended = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const done = database.withTenant(n % 2 === 0 ? tenantId : otherTenantId, async (tx) => {
    await appendEvents(tx, 'prj_1', [eventOf(n * 2), eventOf(n * 2 + 1)], at);
    appended.resolve();
    await mayCommit.promise;
  });
  return { appended: appended.promise, mayCommit, done };
};

it('cannot be read before it has a number', async () => {
  await append(1);
  expect(await readAfter(0)).toEqual([]);
  expect(await sequence()).toBe(1);
  expect(await readAfter(0)).toEqual([{ ...eventOf(1), sequence: 1, time: at }]);
});

it('is numbered in the order of writing, from 1, for each tenant', async () => {
  await append(5, 3, 4);
  await appendEvents(database.tenant(otherTenantId), 'prj_1', [eventOf(9)], at);
  expect(await sequence()).toBe(4);
  expect((await readAfter(0)).map((event) => [event.sequence, event.data['n']])).toEqual([
    [1, 5],
    [2, 3],
    [3, 4],
  ]);
  expect((await readAfter(0, otherTenantId)).map((event) => event.sequence)).toEqual([1]);
});

it('goes on where the last round ended, a limited number a round', async () => {
  await append(1, 2, 3, 4, 5);
  expect(await sequence(2)).toBe(2);
  expect(await sequence(2)).toBe(2);
  expect(await sequence(2)).toBe(1);
  expect(await sequence(2)).toBe(0);
  expect((await readAfter(3)).map((event) => event.data['n'])).toEqual([4, 5]);
});

it('is numbered by one sequencer at a time', async () => {
  await append(1);
  const numbered = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const first = database.withSystem(async (tx) => {
    await sequenceEvents(tx, 10);
    numbered.resolve();
    await mayCommit.promise;
  });
  await numbered.promise;
  await append(2);
  expect(await sequence()).toBe(0);
  mayCommit.resolve();
  await first;
  expect(await sequence()).toBe(1);
  expect((await readAfter(0)).map((event) => event.data['n'])).toEqual([1, 2]);
});

it('leaves no number when the sequencer fails before its commit', async () => {
  await append(1);
  const killed = database.withSystem(async (tx) => {
    await sequenceEvents(tx, 10);
    throw new Error('killed');
  });
  await expect(killed).rejects.toThrow('killed');
  expect(await readAfter(0)).toEqual([]);
  await sequence();
  expect((await readAfter(0)).map((event) => event.sequence)).toEqual([1]);
});

it.each([1, 7, 42])(
  'shows a reader every event once and without gaps, whatever the order of commits (seed %i)',
  async (seed) => {
    const open = Array.from({ length: appenders }, (_, n) => openAppender(n));
    await Promise.all(open.map((appender) => appender.appended));
    const seen = new Map<string, number[]>([
      [tenantId, []],
      [otherTenantId, []],
    ]);
    const ids = new Set<string>();
    const read = async (): Promise<void> => {
      for (const [tenant, sequences] of seen) {
        for (const event of await readAfter(sequences.length, tenant)) {
          sequences.push(event.sequence);
          ids.add(event.id);
        }
      }
    };
    for (const n of shuffled(appenders, seed)) {
      const committed = open[n];
      committed?.mayCommit.resolve();
      // Two sequencers and a reader race with the commit, and once more after it.
      await Promise.all([committed?.done, sequence(3), sequence(3), read()]);
      await Promise.all([sequence(3), sequence(3), read()]);
    }
    while ((await sequence()) > 0);
    await read();
    const upTo20 = Array.from({ length: appenders }, (_, n) => n + 1);
    expect([...seen.values()]).toEqual([upTo20, upTo20]);
    expect(ids.size).toBe(appenders * 2);
  },
);

it('lists by cluster and type, after a number', async () => {
  await append(1, 2);
  await appendEvents(
    database.tenant(tenantId),
    'prj_1',
    [{ ...eventOf(3, idOf('cl', 1)), type: 'berth.cluster.deleted.v1' }],
    at,
  );
  await sequence();
  const list = async (query: object) =>
    (await listEvents(database.tenant(tenantId), { limit: 10, afterSequence: 0, ...query })).map(
      (event) => event.data['n'],
    );
  expect(await list({ clusterId: idOf('cl', 1) })).toEqual([1, 3]);
  expect(await list({ clusterId: idOf('cl', 1), type: 'berth.cluster.deleted.v1' })).toEqual([3]);
  expect(await list({ clusterId: idOf('cl', 1), afterSequence: 1 })).toEqual([3]);
  expect(await list({ limit: 1 })).toEqual([1]);
});
