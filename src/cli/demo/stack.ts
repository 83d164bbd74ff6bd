import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Pool } from 'pg';
import { startEmbeddedPostgres } from '../../embedded/postgres.ts';
import { startSandbox } from '../../sandbox/sandbox.ts';

/** A program of Berth as a process of its own, which can be killed and comes back. */
interface Program {
  /** SIGKILL, as a crash would; a new process takes its place. */
  kill(): void;
  stop(): Promise<void>;
}

export interface Stack {
  readonly apiUrl: string;
  readonly fleetKey: string;
  readonly sandboxKubeconfig: string;
  readonly directory: string;
  readonly api: Program;
  readonly worker: Program;
  /** Stops everything; the directory with data and logs goes only when asked. */
  stop(removeFiles: boolean): Promise<void>;
}

const sourceFile = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

const startProgram = (file: string, env: Record<string, string>, logFile: string): Program => {
  let child: ChildProcess | undefined;
  let isStopping = false;
  const start = (): void => {
    child = spawn(process.execPath, [sourceFile(file)], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log = createWriteStream(logFile, { flags: 'a' });
    child.stdout?.pipe(log, { end: false });
    child.stderr?.pipe(log, { end: false });
    child.once('exit', () => {
      log.end();
      if (!isStopping) start();
    });
  };
  start();
  return {
    kill: () => child?.kill('SIGKILL'),
    stop: async () => {
      isStopping = true;
      const ended = new Promise<void>((resolve) => {
        if (child === undefined || child.exitCode !== null || child.signalCode !== null) resolve();
        else child.once('exit', () => resolve());
      });
      child?.kill('SIGTERM');
      await ended;
    },
  };
};

const waitUntilUp = async (url: string): Promise<void> => {
  const end = performance.now() + 60_000;
  for (;;) {
    const isUp = await fetch(`${url}/openapi.json`).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return;
    if (performance.now() > end) throw new Error(`the API did not come up at ${url}`);
    await delay(100);
  }
};

/** Starts PostgreSQL, the sandbox, the API and a worker: each as it would run on its own machine. */
export const startStack = async (options: {
  readonly speed: number;
  readonly apiProcesses: number;
}): Promise<Stack> => {
  const directory = await mkdtemp(join(tmpdir(), 'berth-demo-'));
  await chmod(directory, 0o711); // PostgreSQL runs as another user when this runs as root
  const database = await startEmbeddedPostgres({ directory: join(directory, 'postgres') });
  const pool = new Pool({ connectionString: database.url, max: 8 });
  pool.on('error', () => undefined);
  const crdDirectory = process.env['BERTH_CRD_DIR'];
  const sandbox = await startSandbox({
    pool,
    ...(crdDirectory === undefined ? {} : { crdDirectory }),
    speed: options.speed,
    seed: 1,
  });
  const fleetKey = `bk_${randomBytes(32).toString('base64url')}`;
  const apiPort = await freePort();
  const common = {
    DATABASE_URL: database.url,
    BERTH_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    BERTH_BOOTSTRAP_KEY: fleetKey,
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'info',
    ADMIN_PORT: '0',
    HOST: '127.0.0.1',
  };
  const apiEnv = { ...common, PORT: String(apiPort), API_PROCESSES: String(options.apiProcesses) };
  const api = startProgram('main-api.ts', apiEnv, join(directory, 'api.log'));
  const worker = startProgram('main-worker.ts', common, join(directory, 'worker.log'));
  const apiUrl = `http://127.0.0.1:${apiPort}`;
  await waitUntilUp(apiUrl);
  return {
    apiUrl,
    fleetKey,
    sandboxKubeconfig: sandbox.kubeconfig,
    directory,
    api,
    worker,
    stop: async (removeFiles) => {
      await Promise.all([api.stop(), worker.stop()]);
      await sandbox.close();
      await pool.end();
      await database.stop();
      if (removeFiles) await rm(directory, { recursive: true, force: true });
    },
  };
};
