import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/db/migrate.ts';
import { startEmbeddedPostgres } from '../../src/embedded/postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of a server whose database `berth_template` is migrated; see createTestDatabase. */
    databaseUrl: string;
  }
}

const withDatabase = (url: string, name: string): string => {
  const parsed = new URL(url);
  parsed.pathname = `/${name}`;
  return parsed.toString();
};

const prepareTemplate = async (serverUrl: string): Promise<void> => {
  const admin = new Pool({ connectionString: serverUrl, max: 1 });
  await admin.query('DROP DATABASE IF EXISTS berth_template');
  await admin.query('CREATE DATABASE berth_template');
  await admin.end();
  const template = new Pool({ connectionString: withDatabase(serverUrl, 'berth_template'), max: 1 });
  await migrate(template);
  await template.end();
};

let running: Promise<{ url: string; stop(): Promise<void> }> | undefined;
let users = 0;

const start = async () => {
  const external = process.env['DATABASE_URL'];
  if (external) return { url: external, stop: async () => undefined };
  const directory = await mkdtemp(join(tmpdir(), 'berth-test-'));
  await chmod(directory, 0o711); // the server runs as another user when the tests run as root
  const database = await startEmbeddedPostgres({
    directory: join(directory, 'postgres'),
    flags: ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'],
  });
  const stop = async () => {
    await database.stop();
    await rm(directory, { recursive: true, force: true });
  };
  return { url: database.url, stop };
};

/** One PostgreSQL for all projects of a run, with a migrated template that each test file copies. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  users += 1;
  running ??= start().then(async (server) => {
    await prepareTemplate(server.url);
    return server;
  });
  const server = await running;
  project.provide('databaseUrl', server.url);
  return async () => {
    users -= 1;
    if (users > 0) return;
    running = undefined;
    await server.stop();
  };
};
