import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const startMs = 60_000;

export interface Program {
  readonly pid: number;
  readonly url: string;
  stop(): Promise<void>;
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/** Any answer will do: without a key it is a refusal. */
const isReady = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

const waitUntilReady = async (child: ChildProcess, url: string): Promise<void> => {
  const end = performance.now() + startMs;
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`the program ended with ${child.exitCode}`);
    if (performance.now() > end) throw new Error(`nothing answers at ${url}`);
    await delay(50);
  }
};

const start = async (
  entry: string,
  environment: Readonly<Record<string, string>>,
  readyUrl: string,
  url: string,
): Promise<Program> => {
  const child = spawn(process.execPath, [join(root, 'src', entry)], {
    env: { ...process.env, LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const exited = once(child, 'exit');
  await waitUntilReady(child, readyUrl).catch((error: unknown) => {
    child.kill('SIGTERM');
    throw error;
  });
  return {
    pid: child.pid ?? 0,
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
};

/** One installation: what its programs share. */
export interface Installation {
  readonly environment: Readonly<Record<string, string>>;
  readonly fleetKey: string;
  remove(): Promise<void>;
}

export const prepareInstallation = async (databaseUrl: string): Promise<Installation> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'berth-bench-data-'));
  const fleetKey = `bk_${randomBytes(32).toString('base64url')}`;
  return {
    fleetKey,
    environment: {
      DATABASE_URL: databaseUrl,
      BERTH_DATA_DIR: dataDirectory,
      BERTH_BOOTSTRAP_KEY: fleetKey,
      BERTH_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      HOST: '127.0.0.1',
      // One client stands for all callers here; what a limit costs is measured apart.
      BERTH_RATE_READS: '0',
      BERTH_RATE_WRITES: '0',
      BERTH_RATE_TENANT_READS: '0',
      BERTH_RATE_TENANT_WRITES: '0',
      BERTH_RATE_FLEET: '0',
    },
    remove: () => rm(dataDirectory, { recursive: true, force: true }),
  };
};

/** The API as a user starts it, on a port of its own. */
export const startApi = async (
  installation: Installation,
  options: { readonly processes: number; readonly profile?: string | undefined },
): Promise<Program> => {
  const port = await freePort();
  const adminPort = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    ...installation.environment,
    PORT: String(port),
    // Each process takes the next admin port; a free one is taken when there are several.
    ADMIN_PORT: options.processes === 1 ? String(adminPort) : '0',
    API_PROCESSES: String(options.processes),
    ...(options.profile === undefined
      ? {}
      : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${options.profile} --cpu-prof-interval=500` }),
  };
  return start('main-api.ts', environment, `${url}/v1/me`, url);
};

export const startWorker = async (installation: Installation): Promise<Program> => {
  const adminPort = await freePort();
  const url = `http://127.0.0.1:${adminPort}`;
  return start(
    'main-worker.ts',
    { ...installation.environment, ADMIN_PORT: String(adminPort) },
    `${url}/healthz`,
    url,
  );
};
