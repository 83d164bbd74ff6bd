import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import { inject } from 'vitest';
import { openDatabase } from '../../src/db/client.ts';

export interface TestDatabase {
  readonly url: string;
  readonly pool: Pool;
  drop(): Promise<void>;
}

/** A database of its own for one test file: a copy of the migrated template, made in some tens of milliseconds. */
export const createTestDatabase = async (maxConnections = 10): Promise<TestDatabase> => {
  const serverUrl = inject('databaseUrl');
  const name = `berth_${randomBytes(6).toString('hex')}`;
  const admin = new Pool({ connectionString: serverUrl, max: 1 });
  await admin.query(`SELECT pg_advisory_lock(41)`);
  await admin.query(`CREATE DATABASE ${name} TEMPLATE berth_template`);
  await admin.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const pool = openDatabase({
    url: url.toString(),
    maxConnections,
    applicationName: 'berth-test',
    onError: () => undefined,
  });
  const drop = async () => {
    await pool.end();
    const again = new Pool({ connectionString: serverUrl, max: 1 });
    await again.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await again.end();
  };
  return { url: url.toString(), pool, drop };
};
