import type { Pool } from 'pg';
import { createCommitBatcher } from './commit-batcher.ts';
import { listVersions } from './list-versions.ts';
import type { ObjectStore, StoredVersion } from './object-store.ts';
import { readChanges } from './read-changes.ts';
import { schemaSql } from './schema-sql.ts';

const toNumber = (value: unknown): number => Number(value);

const rowsOf = (rows: readonly Record<string, unknown>[]): readonly StoredVersion[] =>
  rows.map((row) => ({
    resource: String(row['resource']),
    namespace: String(row['namespace']),
    name: String(row['name']),
    uid: String(row['uid']),
    rv: toNumber(row['rv']),
    body: String(row['body']),
  }));

const installSchema = async (pool: Pool, schema: string): Promise<void> => {
  const client = await pool.connect();
  try {
    // Two processes that start together would otherwise race on CREATE … IF NOT EXISTS.
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`sandbox schema ${schema}`]);
    await client.query(schemaSql(schema));
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
};

export interface ObjectStoreOptions {
  readonly pool: Pool;
  /** Name of the PostgreSQL schema; plain lower-case letters, digits and underscores. */
  readonly schema: string;
  onCommit(): void;
}

export const openObjectStore = async (options: ObjectStoreOptions): Promise<ObjectStore> => {
  const { pool, schema } = options;
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) throw new Error(`not a schema name: ${schema}`);
  await installSchema(pool, schema);
  const columns = 'resource, namespace, name, uid, rv, body';
  const current = `FROM ${schema}.versions WHERE replaced_by IS NULL`;
  return {
    get: async ({ resource, namespace, name }) => {
      const found = await pool.query({
        name: `${schema}_get`,
        text: `SELECT ${columns} ${current} AND resource = $1 AND namespace = $2 AND name = $3`,
        values: [resource, namespace, name],
      });
      return rowsOf(found.rows)[0];
    },
    list: (query) => listVersions(pool, schema, query),
    commit: createCommitBatcher(pool, schema, options.onCommit),
    revision: async () => {
      const { rows } = await pool.query(`SELECT rv, compacted FROM ${schema}.revision`);
      return { rv: toNumber(rows[0]?.rv), compacted: toNumber(rows[0]?.compacted) };
    },
    changesAfter: (rv, resources, limit) => readChanges(pool, schema, rv, resources, limit),
    ownedBy: async (uid) =>
      rowsOf(
        (await pool.query(`SELECT ${columns} ${current} AND owners <> '{}' AND owners @> $1`, [[uid]])).rows,
      ),
    byUids: async (uids) =>
      rowsOf((await pool.query(`SELECT ${columns} ${current} AND uid = ANY($1)`, [uids])).rows),
    orphans: async () => {
      const { rows } = await pool.query(
        `SELECT uid ${current} AND owners <> '{}' AND NOT EXISTS (
           SELECT 1 FROM ${schema}.versions o WHERE o.replaced_by IS NULL AND o.uid = ANY(versions.owners))`,
      );
      return rows.map((row) => String(row.uid));
    },
    inNamespace: async (namespace, limit) =>
      rowsOf(
        (
          await pool.query(`SELECT ${columns} ${current} AND namespace = $1 ORDER BY rv LIMIT $2`, [
            namespace,
            limit,
          ])
        ).rows,
      ),
    compactTo: async (rv) => {
      await pool.query(`UPDATE ${schema}.revision SET compacted = greatest(compacted, least($1, rv))`, [rv]);
      await pool.query(
        `DELETE FROM ${schema}.versions WHERE replaced_by <= (SELECT compacted FROM ${schema}.revision)`,
      );
    },
    replaceSetting: async (name, value) => {
      await pool.query(
        `INSERT INTO ${schema}.settings VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = $2`,
        [name, value],
      );
    },
    setting: async (name, make) => {
      const read = async (): Promise<string | undefined> => {
        const { rows } = await pool.query(`SELECT value FROM ${schema}.settings WHERE name = $1`, [name]);
        return rows[0]?.value;
      };
      const known = await read();
      if (known !== undefined) return known;
      await pool.query(`INSERT INTO ${schema}.settings VALUES ($1, $2) ON CONFLICT DO NOTHING`, [
        name,
        await make(),
      ]);
      return (await read()) ?? '';
    },
  };
};
