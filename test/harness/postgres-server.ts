import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedDatabase, startEmbeddedPostgres } from '../../src/embedded/postgres.ts';
import { eventually } from './test-world.ts';

/** A PostgreSQL of one test's own, which it may let crash. */
export interface OwnPostgres {
  readonly url: string;
  /** As `pg_ctl stop -m immediate`: every connection is cut, nothing is written back. Resolves when it is gone. */
  crash(): Promise<void>;
  /** Starts it again on the same data and port; resolves when it takes connections. */
  start(): Promise<void>;
  close(): Promise<void>;
}

// Without fsync a crash of the server loses nothing, only one of the machine; commits are written as ever.
const flags = ['-c', 'fsync=off', '-c', 'full_page_writes=off'];

const isAlive = (processId: number): boolean => {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
};

export const startOwnPostgres = async (): Promise<OwnPostgres> => {
  const parent = await mkdtemp(join(tmpdir(), 'berth-own-postgres-'));
  await chmod(parent, 0o711); // the server runs as another user when the tests run as root
  const directory = join(parent, 'postgres');
  const launch = (): Promise<EmbeddedDatabase> => startEmbeddedPostgres({ directory, flags });
  let database: EmbeddedDatabase | undefined = await launch();
  const { url } = database;
  const processId = async (): Promise<number> =>
    Number((await readFile(join(directory, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0]);

  return {
    url,
    crash: async () => {
      const id = await processId();
      database = undefined;
      process.kill(id, 'SIGQUIT');
      await eventually('the end of PostgreSQL', async () => !isAlive(id));
    },
    start: async () => {
      database = await launch();
    },
    close: async () => {
      await database?.stop();
      await rm(parent, { recursive: true, force: true });
    },
  };
};
