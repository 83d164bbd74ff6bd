import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { preparePython } from './moto-environment.ts';

export { hasPython } from './moto-environment.ts';

const freePort = async (): Promise<number> => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
};

const untilItAnswers = async (url: string, child: ChildProcess, words: () => string): Promise<void> => {
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`moto ended while it was starting: ${words()}`);
    const answer = await fetch(`${url}/moto-api/data.json`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok === true) return;
    await delay(100);
  }
  child.kill('SIGKILL');
  throw new Error(`moto does not answer: ${words()}`);
};

export interface MotoServer {
  readonly url: string;
  /** Why moto failed last: the last line of its last trace. It is written just after the answer 500. */
  lastError(): Promise<string>;
  /** Forgets everything in every account. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

/** Ends by itself when a test run is killed. */
const program = new URL('./serve-moto.py', import.meta.url).pathname;

/** Machine images take a second to load and are looked up by nobody. */
const environment = { MOTO_EC2_LOAD_DEFAULT_AMIS: 'false', PYTHONUNBUFFERED: '1' };

/** Starts moto, which plays AWS, on a free port of this machine alone. */
export const startMoto = async (): Promise<MotoServer> => {
  const python = await preparePython();
  const port = await freePort();
  const child = spawn(python, [program, String(port)], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...environment },
  });
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString('utf8')).slice(-32_768);
  });
  const url = `http://127.0.0.1:${port}`;
  await untilItAnswers(url, child, () => words);
  return {
    url,
    lastError: async () => {
      await delay(50);
      return (
        words.split('\n').findLast((line) => /^[\w.]+(?:Error|Exception|Exit)\b/.test(line)) ?? 'no trace'
      );
    },
    reset: async () => {
      const answer = await fetch(`${url}/moto-api/reset`, { method: 'POST' });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`moto does not forget: ${answer.status}`);
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
};
