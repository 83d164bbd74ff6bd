import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';

const root = '/usr/lib/postgresql';

/** Directory of the newest PostgreSQL that Debian's packages have installed; undefined when there is none. */
export const findDebianPostgres = (): string | undefined => {
  if (!existsSync(root)) return undefined;
  const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(root, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
};

/** PostgreSQL refuses to run as root: then it runs as the user that Debian's package has made. */
const userOfServer = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
};

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
};

const untilItAnswers = async (url: string, server: ChildProcess): Promise<void> => {
  const deadline = performance.now() + 30_000;
  while (server.exitCode === null && performance.now() < deadline) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 1000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await client.end();
    } catch {
      await delay(50);
    }
  }
  throw new Error('PostgreSQL did not start');
};

/** Starts a server of its own on a free port of the loopback, with its data in a directory that `stop` removes. */
export const startDebianPostgres = async (
  bin: string,
): Promise<{ readonly url: string; stop(): Promise<void> }> => {
  const directory = mkdtempSync(join(tmpdir(), 'berth-postgres-'));
  const password = randomBytes(18).toString('base64url');
  const passwordFile = join(directory, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  const user = userOfServer();
  if (user !== undefined) for (const path of [directory, passwordFile]) chownSync(path, user.uid, user.gid);
  chmodSync(directory, 0o700);
  const data = join(directory, 'data');
  const initialise = ['-D', data, '-U', 'postgres', '--pwfile', passwordFile, '-A', 'scram-sha-256'];
  execFileSync(join(bin, 'initdb'), [...initialise, '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'], {
    stdio: 'ignore',
    cwd: directory,
    ...user,
  });
  const port = await freePort();
  const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];
  const server = spawn(
    join(bin, 'postgres'),
    [
      '-D',
      data,
      '-h',
      '127.0.0.1',
      '-p',
      `${port}`,
      '-k',
      '',
      ...settings.flatMap((setting) => ['-c', setting]),
    ],
    { stdio: 'ignore', cwd: directory, ...user },
  );
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  await untilItAnswers(url, server);
  const stop = async (): Promise<void> => {
    if (server.exitCode === null) {
      server.kill('SIGINT');
      await once(server, 'exit');
    }
    rmSync(directory, { recursive: true, force: true });
  };
  return { url, stop };
};
