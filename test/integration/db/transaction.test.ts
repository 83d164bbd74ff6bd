import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/db/client.ts';
import { createDatabase, type Database, type Sql } from '../../../src/db/database.ts';
import { classifyDatabaseError } from '../../../src/db/database-error.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { tenantId } from './seed.ts';

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  database = createDatabase(test.pool, 'berth_worker');
  await test.pool.query(
    'CREATE TABLE scratch (id text PRIMARY KEY, n int NOT NULL); GRANT ALL ON scratch TO berth_worker, berth_system',
  );
});
beforeEach(() => test.pool.query(`DELETE FROM scratch; INSERT INTO scratch VALUES ('a', 0), ('b', 0)`));
afterAll(() => test.drop());

const addOne = (sql: Sql, id: string) =>
  sql.query({ text: 'UPDATE scratch SET n = n + 1 WHERE id = $1', values: [id] });

const counts = async (): Promise<unknown> =>
  (await test.pool.query('SELECT id, n FROM scratch ORDER BY id')).rows.map(({ id, n }) => `${id}=${n}`);

/** Deadlocks are looked for after 20 ms instead of a second, where we have the right to say so. */
const hurryDeadlocks = `SELECT set_config('deadlock_timeout', '20ms', true)
  FROM pg_roles WHERE rolname = current_user AND rolsuper`;

/** Lets `parties` callers pass together, and everybody at once afterwards. */
const createBarrier = (parties: number) => {
  const open = Promise.withResolvers<void>();
  let arrived = 0;
  return (): Promise<void> => {
    arrived += 1;
    if (arrived >= parties) open.resolve();
    return open.promise;
  };
};

describe('a transaction', () => {
  it('is for one tenant, and says so to PostgreSQL until it ends', async () => {
    const single = openDatabase({
      url: test.url,
      maxConnections: 1,
      applicationName: 'single',
      onError: () => undefined,
    });
    const setting = { text: `SELECT nullif(current_setting('app.tenant', true), '') AS tenant` };
    const one = createDatabase(single, 'berth_worker');
    const inside = await one.withTenant(tenantId, async (tx) => [
      tx.tenantId,
      (await tx.query(setting)).rows[0]?.['tenant'],
    ]);
    expect(inside).toEqual([tenantId, tenantId]);
    expect((await one.system().query(setting)).rows).toEqual([{ tenant: null }]);
    await single.end();
  });

  it.each(['', 'ten_1', `ten_${'0'.repeat(25)}'`, `${tenantId}'; DROP TABLE scratch; --`])(
    'is refused for %j, which is no tenant',
    (bad) => {
      expect(() => database.withTenant(bad, async () => 1)).toThrow('needs the id of a tenant');
      expect(() => database.tenant(bad)).toThrow('needs the id of a tenant');
    },
  );

  it('leaves nothing of work that throws', async () => {
    const work = database.withTenant(tenantId, async (tx) => {
      await addOne(tx, 'a');
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await counts()).toEqual(['a=0', 'b=0']);
  });

  it('is not called done when a statement in it failed, even if its work passes over the failure', async () => {
    const work = database.withTenant(tenantId, async (tx) => {
      await addOne(tx, 'a');
      await tx.query({ text: `INSERT INTO scratch VALUES ('b', 1)` }).catch(() => undefined);
      return 'done';
    });
    await expect(work).rejects.toThrow('rolled back');
    expect(await counts()).toEqual(['a=0', 'b=0']);
  });
});

describe('a conflict with another transaction', () => {
  it('is resolved by doing the loser of a deadlock again', async () => {
    const bothHoldOne = createBarrier(2);
    const attempts: string[] = [];
    const cross = (first: string, second: string) =>
      database.withTenant(tenantId, async (tx) => {
        attempts.push(first);
        await tx.query({ text: hurryDeadlocks });
        await addOne(tx, first);
        await bothHoldOne();
        await addOne(tx, second);
        return first;
      });
    expect(await Promise.all([cross('a', 'b'), cross('b', 'a')])).toEqual(['a', 'b']);
    expect(attempts.length).toBeGreaterThan(2);
    expect(await counts()).toEqual(['a=2', 'b=2']);
  });

  it('is resolved by doing a transaction again that cannot be serialized', async () => {
    const url = new URL(test.url);
    url.searchParams.set('options', '-c default_transaction_isolation=serializable');
    const pool = openDatabase({
      url: url.toString(),
      maxConnections: 4,
      applicationName: 'serializable',
      onError: () => undefined,
    });
    const bothHaveRead = createBarrier(2);
    let attempts = 0;
    const readThenWrite = () =>
      createDatabase(pool, 'berth_worker').withSystem(async (tx) => {
        attempts += 1;
        const { rows } = await tx.query<{ n: number }>({ text: `SELECT n FROM scratch WHERE id = 'a'` });
        await bothHaveRead();
        await tx.query({
          text: `UPDATE scratch SET n = $1 WHERE id = 'a'`,
          values: [(rows[0]?.n ?? 0) + 1],
        });
      });
    await Promise.all([readThenWrite(), readThenWrite()]);
    await pool.end();
    expect(attempts).toBe(3);
    expect(await counts()).toEqual(['a=2', 'b=0']);
  });

  it('is handed to the caller after eight tries', async () => {
    let attempts = 0;
    const work = database.withTenant(tenantId, async (tx) => {
      attempts += 1;
      await tx.query({ text: `DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$` });
    });
    await expect(work).rejects.toSatisfy((error) => classifyDatabaseError(error) === 'conflict');
    expect(attempts).toBe(8);
  });

  it('is the only thing that is tried again', async () => {
    let attempts = 0;
    const work = database.withTenant(tenantId, async (tx) => {
      attempts += 1;
      await tx.query({ text: `INSERT INTO scratch VALUES ('a', 1)` });
    });
    await expect(work).rejects.toSatisfy((error) => classifyDatabaseError(error) === 'unique');
    expect(attempts).toBe(1);
  });
});
