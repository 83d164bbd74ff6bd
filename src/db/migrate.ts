import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Pool, PoolClient } from 'pg';

const migrationsDirectory = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

/** Any constant works, as long as every process that migrates uses the same. */
const migrationLock = 7_203_811;

/** A statement that the time limit of the pool does not hold for: a migration may take hours. */
const unhurried = (text: string, values: readonly unknown[] = []) => ({
  text,
  values: [...values],
  query_timeout: 2 ** 31 - 1,
});

const migrationsTable = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id varchar(36) PRIMARY KEY NOT NULL,
    checksum varchar(64) NOT NULL,
    finished_at timestamptz,
    migration_name varchar(255) NOT NULL,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(),
    applied_steps_count integer NOT NULL DEFAULT 0
  )`;

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

const readMigrations = async (): Promise<readonly Migration[]> => {
  const entries = await readdir(migrationsDirectory, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(`${migrationsDirectory}/${name}/migration.sql`, 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
};

const applyOne = async (client: PoolClient, migration: Migration): Promise<void> => {
  await client.query('BEGIN');
  try {
    await client.query(unhurried(migration.sql));
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(`migration ${migration.name} failed`, { cause: error });
  }
};

/**
 * Brings the database to the newest schema and returns the names of what was applied. It keeps the same
 * `_prisma_migrations` table as `prisma migrate deploy`, so that either may be used, in turn.
 * Processes that start together wait for the one that migrates. Throws when a migration that was applied before has
 * been edited since.
 */
export const migrate = async (pool: Pool): Promise<readonly string[]> => {
  const client = await pool.connect();
  try {
    await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0');
    await client.query(unhurried('SELECT pg_advisory_lock($1)', [migrationLock]));
    await client.query(migrationsTable);
    const { rows } = await client.query<{ migration_name: string; checksum: string }>(
      'SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
    );
    const applied = new Map(rows.map((row) => [row.migration_name, row.checksum]));
    const done: string[] = [];
    for (const migration of await readMigrations()) {
      const checksum = applied.get(migration.name);
      if (checksum !== undefined && checksum !== migration.checksum) {
        throw new Error(`migration ${migration.name} was changed after it had been applied`);
      }
      if (checksum !== undefined) continue;
      await applyOne(client, migration);
      done.push(migration.name);
    }
    return done;
  } finally {
    // The connection goes, and with it the lock and the settings.
    client.release(true);
  }
};
