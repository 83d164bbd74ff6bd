import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { openDatabase } from '../../src/db/client.ts';
import { migrate } from '../../src/db/migrate.ts';
import { startEmbeddedPostgres } from '../../src/embedded/postgres.ts';

export interface Server {
  readonly url: string;
  /** The settings that decide what a commit means. */
  readonly settings: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const readSettings = async (url: string): Promise<Record<string, string>> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  const settings: Record<string, string> = {};
  for (const name of [
    'server_version',
    'fsync',
    'synchronous_commit',
    'full_page_writes',
    'shared_buffers',
  ]) {
    const { rows } = await client.query<{ value: string }>('SELECT current_setting($1) AS value', [name]);
    settings[name] = rows[0]?.value ?? '';
  }
  await client.end();
  return settings;
};

/** The given server, or one from the packages with its default settings: full durability. */
export const startServer = async (given: string | undefined): Promise<Server> => {
  if (given !== undefined)
    return { url: given, settings: await readSettings(given), stop: async () => undefined };
  const directory = await mkdtemp(join(tmpdir(), 'berth-bench-'));
  // PostgreSQL runs as another user when we are root, and must get there.
  await chmod(directory, 0o711);
  const database = await startEmbeddedPostgres({ directory: join(directory, 'postgres') });
  return {
    url: database.url,
    settings: await readSettings(database.url),
    stop: async () => {
      await database.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

const withServer = async (url: string, statement: string): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
};

/** A fresh database on the server. */
export const createBenchDatabase = async (
  serverUrl: string,
  name: string,
): Promise<{ readonly url: string; drop(): Promise<void> }> => {
  const drop = () => withServer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await drop();
  await withServer(serverUrl, `CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.toString(), drop };
};

/** The fresh database with the newest schema. */
export const migrateDatabase = async (url: string): Promise<void> => {
  const pool = openDatabase({ url, maxConnections: 1, applicationName: 'bench', onError: () => undefined });
  await migrate(pool);
  await pool.end();
};
