import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/db/client.ts';
import { createDatabase, type Database, type Sql } from '../../../src/db/database.ts';
import { classifyDatabaseError } from '../../../src/db/database-error.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { tenantId } from './seed.ts';

let test: TestDatabase;
let pool: Pool;
let database: Database;
let errors: Error[];

beforeAll(async () => {
  test = await createTestDatabase();
  await test.pool.query('CREATE TABLE scratch (n int); GRANT ALL ON scratch TO berth_worker, berth_system');
});
beforeEach(async () => {
  await test.pool.query('DELETE FROM scratch');
  errors = [];
  pool = openDatabase({
    url: test.url,
    maxConnections: 1,
    applicationName: 'victim',
    onError: (error) => errors.push(error),
  });
  database = createDatabase(pool, 'berth_worker');
});
afterEach(() => pool.end());
afterAll(() => test.drop());

const killVictims = (): Promise<unknown> =>
  test.pool.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'victim'`,
  );

const insert = (sql: Sql, n: number) => sql.query({ text: 'INSERT INTO scratch VALUES ($1)', values: [n] });

const backend = async (sql: Sql): Promise<number> =>
  (await sql.query<{ pid: number }>({ text: 'SELECT pg_backend_pid() AS pid' })).rows[0]?.pid ?? 0;

const rows = async (): Promise<readonly number[]> =>
  (await test.pool.query('SELECT n FROM scratch ORDER BY n')).rows.map(({ n }) => n);

const isTransient = (error: unknown): boolean => classifyDatabaseError(error) === 'transient';

describe('a connection that is cut inside a transaction', () => {
  it('fails the work as transient, stores nothing, and is never given to the next user', async () => {
    let cut = 0;
    const work = database.withTenant(tenantId, async (tx) => {
      cut = await backend(tx);
      await insert(tx, 1);
      await killVictims();
      await insert(tx, 2);
    });
    await expect(work).rejects.toSatisfy(isTransient);
    const next = await database.withTenant(tenantId, async (tx) => {
      await insert(tx, 3);
      return backend(tx);
    });
    expect(next).not.toBe(cut);
    expect(await rows()).toEqual([3]);
    expect(pool.totalCount).toBe(1);
  });

  it('fails the work also when the cut is seen at the commit only', async () => {
    const work = database.withTenant(tenantId, async (tx) => {
      await insert(tx, 1);
      await killVictims();
    });
    await expect(work).rejects.toSatisfy(isTransient);
    expect(await rows()).toEqual([]);
    await insert(database.system(), 2);
    expect(await rows()).toEqual([2]);
  });

  it('leaves no transaction open behind it', async () => {
    await database.withTenant(tenantId, killVictims).catch(() => undefined);
    await insert(database.system(), 1);
    const { rows: open } = await test.pool.query(
      `SELECT 1 FROM pg_stat_activity WHERE application_name = 'victim' AND state LIKE 'idle in transaction%'`,
    );
    expect(open).toEqual([]);
  });
});

it('costs nobody anything when it was idle', async () => {
  const before = await backend(database.system());
  await killVictims();
  await expect.poll(() => pool.idleCount).toBe(0);
  expect(await backend(database.system())).not.toBe(before);
  expect(errors).not.toEqual([]);
});

describe('a pool whose only connection is taken', () => {
  const holdConnection = () => {
    const held = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const done = database.withTenant(tenantId, async (tx) => {
      await insert(tx, 1);
      held.resolve();
      await mayEnd.promise;
    });
    return { held: held.promise, release: () => mayEnd.resolve(), done };
  };

  it('makes others fail as transient within 3.5 seconds, and works again afterwards', async () => {
    const holder = holdConnection();
    await holder.held;
    const started = performance.now();
    const waiters = await Promise.allSettled([
      insert(database.system(), 2),
      database.withTenant(tenantId, (tx) => insert(tx, 3)),
      database.withSystem((tx) => insert(tx, 4)),
    ]);
    expect(performance.now() - started).toBeLessThan(3500);
    expect(waiters.map((waiter) => waiter.status === 'rejected' && isTransient(waiter.reason))).toEqual([
      true,
      true,
      true,
    ]);
    holder.release();
    await holder.done;
    expect(pool.waitingCount).toBe(0);
    await insert(database.system(), 5);
    expect(await rows()).toEqual([1, 5]);
  });

  it('serves who waits as soon as it is free, outside the transaction before', async () => {
    const holder = holdConnection();
    await holder.held;
    const waiter = database.withSystem(async (tx) => {
      const setting = await tx.query({ text: `SELECT current_setting('app.tenant', true) AS tenant` });
      return setting.rows[0]?.['tenant'];
    });
    holder.release();
    await holder.done;
    expect(await waiter).toBe('');
  });
});
