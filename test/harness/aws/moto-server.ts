import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const requirements = new URL('./moto-requirements.txt', import.meta.url).pathname;

/** Whether moto can be run here: it comes from PyPI and needs Python 3. */
export const hasPython = async (): Promise<boolean> => {
  try {
    await run('python3', ['-m', 'venv', '--help']);
    return true;
  } catch {
    return false;
  }
};

/** Makes the environment once; of several that make it at the same time the first to finish wins. */
const installMoto = async (): Promise<string> => {
  const version = (await readFile(requirements, 'utf8')).trim().replace(/^.*==/, '');
  const directory = join(homedir(), '.cache', 'berth', `moto-${version}`);
  const binary = join(directory, 'bin', 'moto_server');
  if (
    await access(binary).then(
      () => true,
      () => false,
    )
  )
    return directory;
  await mkdir(join(homedir(), '.cache', 'berth'), { recursive: true });
  const making = `${directory}.${process.pid}`;
  await run('python3', ['-m', 'venv', making]);
  await run(join(making, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', '-r', requirements], {
    timeout: 600_000,
  });
  await rename(making, directory).catch(() => rm(making, { recursive: true, force: true }));
  return directory;
};

const freePort = async (): Promise<number> => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
};

const untilItAnswers = async (url: string): Promise<void> => {
  for (let tries = 0; tries < 300; tries += 1) {
    const answer = await fetch(`${url}/moto-api/data.json`).catch(() => undefined);
    if (answer?.ok === true) return;
    await delay(100);
  }
  throw new Error('moto does not answer');
};

export interface MotoServer {
  readonly url: string;
  /** Forgets everything in every account. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts moto, which plays AWS, on a free port. */
export const startMoto = async (): Promise<MotoServer> => {
  const directory = await installMoto();
  const port = await freePort();
  // Scripts of a moved environment name their old interpreter: the module is run instead.
  const child = spawn(
    join(directory, 'bin', 'python'),
    ['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)],
    { stdio: 'ignore', env: { ...process.env, MOTO_EC2_LOAD_DEFAULT_AMIS: 'false' } },
  );
  const url = `http://127.0.0.1:${port}`;
  await untilItAnswers(url);
  return {
    url,
    reset: async () => {
      const answer = await fetch(`${url}/moto-api/reset`, { method: 'POST' });
      await answer.arrayBuffer();
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
};
