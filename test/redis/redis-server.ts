import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Redis } from 'ioredis';

export interface RedisServer {
  readonly url: string;
  /** Kills it and waits for its end; nothing is kept. */
  stop(): Promise<void>;
  /** Starts it again, on the same port. */
  start(): Promise<void>;
  /** Stands still without closing a connection, until `resume`. */
  freeze(): void;
  resume(): void;
}

export const isRedisInstalled = (): boolean => spawnSync('redis-server', ['--version']).status === 0;

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
};

const untilItAnswers = async (url: string): Promise<void> => {
  const client = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  await client.ping();
  client.disconnect();
};

/** Starts Debian's `redis-server` on a free port of the loopback, with nothing on disk. */
export const startRedis = async (flags: readonly string[] = []): Promise<RedisServer> => {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let running: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const fixed = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    running = spawn('redis-server', [...fixed, '--maxmemory-policy', 'noeviction', ...flags], {
      stdio: 'ignore',
    });
    await untilItAnswers(url);
  };
  const stop = async (): Promise<void> => {
    const ending = running;
    running = undefined;
    if (ending === undefined || ending.exitCode !== null) return;
    ending.kill('SIGKILL');
    await once(ending, 'exit');
  };
  await start();
  return {
    url,
    start,
    stop,
    freeze: () => void running?.kill('SIGSTOP'),
    resume: () => void running?.kill('SIGCONT'),
  };
};
