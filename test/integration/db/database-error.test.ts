import { createServer } from 'node:net';
import { Pool, type PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { classifyDatabaseError, constraintOf } from '../../../src/db/database-error.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { idOf, seedTenants, tenantId } from './seed.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
beforeEach(async () => {
  await test.pool.query('TRUNCATE tenants CASCADE');
  await seedTenants(test.pool);
});
afterAll(() => test.drop());

const errorOf = async (work: () => Promise<unknown>): Promise<unknown> => {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing failed');
};

const onConnection = async (work: (client: PoolClient) => Promise<unknown>): Promise<unknown> => {
  const client = await test.pool.connect();
  const error = await errorOf(() => work(client));
  client.release(true);
  return error;
};

it('knows a name that is taken, and which', async () => {
  const error = await errorOf(() =>
    test.pool.query(`INSERT INTO tenants (id, name) VALUES ($1, 'acme')`, [idOf('ten', 9)]),
  );
  expect(classifyDatabaseError(error)).toBe('unique');
  expect(constraintOf(error)).toBe('tenants_name_key');
});

it('knows a reference to what is not there', async () => {
  const error = await errorOf(() =>
    test.pool.query(`INSERT INTO projects (tenant_id, id, name) VALUES ($1, 'p', 'p')`, [idOf('ten', 9)]),
  );
  expect(classifyDatabaseError(error)).toBe('foreign-key');
});

it('knows a lock that is not to be had as a conflict', async () => {
  const holder = await test.pool.connect();
  await holder.query('BEGIN; SELECT 1 FROM tenants FOR UPDATE');
  const error = await onConnection((client) =>
    client.query(`SELECT 1 FROM tenants WHERE id = '${tenantId}' FOR UPDATE NOWAIT`),
  );
  await holder.query('ROLLBACK');
  holder.release();
  expect(classifyDatabaseError(error)).toBe('conflict');
});

it.each([
  { what: 'a statement that takes too long', sql: `SET LOCAL statement_timeout = 20; SELECT pg_sleep(5)` },
  { what: 'a backend that is shut down', sql: 'SELECT pg_terminate_backend(pg_backend_pid())' },
  { what: 'too many connections', sql: `DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '53300'; END $$` },
  { what: 'a server that starts up', sql: `DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '57P03'; END $$` },
  { what: 'a full disk', sql: `DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '53100'; END $$` },
])('knows $what as transient', async ({ sql }) => {
  expect(classifyDatabaseError(await onConnection((client) => client.query(sql)))).toBe('transient');
});

it('knows a session that was ended for sitting in a transaction as transient', async () => {
  const error = await onConnection(async (client) => {
    client.on('error', () => undefined);
    await client.query(`SET idle_in_transaction_session_timeout = 20; BEGIN`);
    await new Promise((ended) => client.once('end', ended));
    await client.query('SELECT 1');
  });
  expect(classifyDatabaseError(error)).toBe('transient');
});

it('knows a server that is not there, and one that does not answer, as transient', async () => {
  const mute = createServer((socket) => socket.on('error', () => undefined).resume());
  await new Promise<void>((done) => mute.listen(0, '127.0.0.1', done));
  const { port } = mute.address() as { port: number };
  const connectTo = (connectionString: string) => {
    const pool = new Pool({ connectionString, connectionTimeoutMillis: 100 });
    return errorOf(() => pool.query('SELECT 1'));
  };
  const silent = await connectTo(`postgres://x@127.0.0.1:${port}/x`);
  await new Promise((done) => mute.close(done));
  const absent = await connectTo(`postgres://x@127.0.0.1:${port}/x`);
  expect([silent, absent].map(classifyDatabaseError)).toEqual(['transient', 'transient']);
});

it.each(['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH'])(
  'knows a server that cannot be found for now (%s) as transient',
  (code) => {
    expect(classifyDatabaseError(Object.assign(new Error('getaddrinfo'), { code }))).toBe('transient');
  },
);

it.each([
  { what: 'a syntax error', sql: 'SELEKT 1' },
  {
    what: 'a failed check',
    sql: `INSERT INTO management_clusters (id, name, platforms, capacity) VALUES ('m', 'm', '{}', -1)`,
  },
])('takes $what for a fault of our own', async ({ sql }) => {
  expect(classifyDatabaseError(await errorOf(() => test.pool.query(sql)))).toBe('other');
});

it('takes anything else for a fault of our own', () => {
  expect([undefined, null, 'text', new Error('boom'), {}].map(classifyDatabaseError)).toEqual([
    'other',
    'other',
    'other',
    'other',
    'other',
  ]);
});
