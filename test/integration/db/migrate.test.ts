import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { untilBlocked } from './until-blocked.ts';

const foundation = '20261130000000_foundation';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const applied = async (): Promise<readonly string[]> =>
  (await test.pool.query('SELECT migration_name FROM _prisma_migrations ORDER BY 1')).rows.map(
    ({ migration_name }) => migration_name,
  );

describe('a database that is up to date', () => {
  it('gets nothing', async () => {
    expect(await migrate(test.pool)).toEqual([]);
  });

  it('is refused once an applied migration was edited', async () => {
    await test.pool.query(
      `UPDATE _prisma_migrations SET checksum = 'edited' WHERE migration_name = '${foundation}'`,
    );
    await expect(migrate(test.pool)).rejects.toThrow(
      `migration ${foundation} was changed after it had been applied`,
    );
  });
});

describe('an empty database', () => {
  beforeEach(() => test.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public'));

  it('gets every migration once, whoever comes first', async () => {
    const rounds = await Promise.all([migrate(test.pool), migrate(test.pool), migrate(test.pool)]);
    const names = rounds.flat();
    expect(names).toContain(foundation);
    expect(names).toEqual(await applied());
    expect(rounds.filter((done) => done.length > 0)).toHaveLength(1);
  });

  it('gets nothing of a migration that fails, and all of it on the next try', async () => {
    await test.pool.query('CREATE TABLE access_grants (in_the_way text)');
    await expect(migrate(test.pool)).rejects.toThrow(`migration ${foundation} failed`);
    expect(await applied()).toEqual([]);
    expect((await test.pool.query(`SELECT to_regclass('clusters') AS found`)).rows).toEqual([
      { found: null },
    ]);
    await test.pool.query('DROP TABLE access_grants');
    expect(await migrate(test.pool)).toContain(foundation);
  });

  it('is waited for beyond the limits that hold for other statements', async () => {
    const hurried = new Pool({
      connectionString: test.url,
      max: 1,
      statement_timeout: 100,
      query_timeout: 150,
      idle_in_transaction_session_timeout: 100,
    });
    // A connection that migrated is thrown away, and may meet the end of the database on its way.
    hurried.on('connect', (client) => client.on('error', () => undefined));
    const other = await test.pool.connect();
    await other.query('SELECT pg_advisory_lock(7203811)');
    const done = Promise.allSettled([migrate(hurried)]);
    await untilBlocked(test.pool, 1);
    // Longer than both limits of the pool.
    await test.pool.query('SELECT pg_sleep(0.4)');
    await other.query('SELECT pg_advisory_unlock(7203811)');
    other.release();
    expect(await done).toEqual([{ status: 'fulfilled', value: expect.arrayContaining([foundation]) }]);
    expect((await hurried.query('SHOW statement_timeout')).rows).toEqual([{ statement_timeout: '100ms' }]);
    await hurried.end();
  });
});
