import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
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

/**
 * For a suite that needs moto: whether it has to be skipped here, which is said in one line. Where tests must run
 * (`CI`), it throws instead.
 */
export const mustSkipMoto = async (suite: string): Promise<boolean> => {
  if (await hasPython()) return false;
  const reason = `${suite}: moto, which plays AWS, needs Python 3 with venv`;
  if (process.env['CI']) throw new Error(reason);
  process.stderr.write(`skipped: ${reason}\n`);
  return true;
};

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const isAlive = (processId: number): boolean => {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
};

/** The lock of one who died, or who is older than any installation. */
const isStale = async (lock: string): Promise<boolean> => {
  const holder = Number(await readFile(join(lock, 'pid'), 'utf8').catch(() => ''));
  const madeAt = await stat(lock).then(
    ({ mtimeMs }) => mtimeMs,
    () => Date.now(),
  );
  const age = Date.now() - madeAt;
  return holder > 0 ? !isAlive(holder) : age > 10_000;
};

/** Runs what only one process may do at a time; `mkdir` is the lock. */
export const withLock = async <Result>(lock: string, work: () => Promise<Result>): Promise<Result> => {
  for (;;) {
    try {
      await mkdir(lock);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (await isStale(lock)) await rm(lock, { recursive: true, force: true });
      else await delay(200);
    }
  }
  try {
    await writeFile(join(lock, 'pid'), String(process.pid));
    return await work();
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
};

const install = async (directory: string): Promise<void> => {
  await rm(directory, { recursive: true, force: true });
  const hasUv = await run('uv', ['--version']).then(
    () => true,
    () => false,
  );
  const python = join(directory, 'bin', 'python');
  const options = { timeout: 600_000, maxBuffer: 64 << 20 };
  if (hasUv) {
    await run('uv', ['venv', '--quiet', directory], options);
    await run('uv', ['pip', 'install', '--quiet', '--python', python, '-r', requirements], options);
  } else {
    await run('python3', ['-m', 'venv', directory], options);
    await run(python, ['-m', 'pip', 'install', '--quiet', '--no-deps', '-r', requirements], options);
  }
};

/** The Python of an environment with moto in it, made once per set of pins in `~/.cache/berth`. */
export const preparePython = async (): Promise<string> => {
  const pins = await readFile(requirements, 'utf8');
  const version = /^moto\[server\]==(\S+)$/m.exec(pins)?.[1];
  if (version === undefined) throw new Error(`${requirements} does not name a version of moto`);
  const cache = join(homedir(), '.cache', 'berth');
  const digest = createHash('sha256').update(pins).digest('hex').slice(0, 8);
  const directory = join(cache, `moto-${version}-${digest}`);
  const mark = join(directory, '.complete');
  await mkdir(cache, { recursive: true });
  if (!(await exists(mark)))
    await withLock(`${directory}.lock`, async () => {
      if (await exists(mark)) return;
      await install(directory).catch((error: unknown) => {
        throw new Error(`moto ${version} cannot be installed from PyPI`, { cause: error });
      });
      await writeFile(mark, '');
    });
  return join(directory, 'bin', 'python');
};
