import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { eventually } from '../harness/test-world.ts';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

// The script is for people, who have curl; a machine without it cannot say anything about the script.
const hasCurl = spawnSync('curl', ['--version']).status === 0;

let database: TestDatabase;
let directory: string;
let berth: ChildProcess;
let printed = '';

beforeAll(async () => {
  database = await createTestDatabase(2);
  directory = await mkdtemp(join(tmpdir(), 'berth-readme-'));
  berth = spawn(process.execPath, [join(root, 'src/main-all.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      BERTH_DATA_DIR: directory,
      BERTH_SANDBOX_SPEED: '600',
      PORT: '0',
      ADMIN_PORT: '0',
      LOG_LEVEL: 'warn',
    },
  });
  for (const stream of [berth.stdout, berth.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
});

afterAll(async () => {
  const ended = new Promise((done) => berth.once('exit', done));
  if (berth.exitCode === null && berth.kill('SIGTERM')) await ended;
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

const environment = (url: string) => ({
  ...process.env,
  PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
  BERTH: url,
  BERTH_DATA_DIR: directory,
});

const urlIn = (text: string): string | undefined => /Berth is ready\s+(\S+)/.exec(text)?.[1];

it.skipIf(!hasCurl)('takes a new user through the first five minutes as the README tells them', async () => {
  const url = await eventually(`the address in: ${printed}`, async () => urlIn(printed), 60);
  const steps = JSON.parse(await readFile(join(directory, 'first-steps.json'), 'utf8'));
  expect(printed).toContain(`Tenant API key         ${steps.tenantKey}`);
  expect(printed).toContain(`Pull secret            ${steps.pullSecretCredentialId}`);

  const { stdout } = await run('bash', [join(root, 'docs/guides/first-cluster.sh')], {
    env: environment(url),
  });

  expect(stdout).toContain('--- watch\nsucceeded\nready\n');
  expect(stdout).toContain('--- change\nsucceeded\n');
  expect(stdout).toContain('--- the same tag again\nstale-etag\n');
  expect(stdout).toContain('--- scale\nsucceeded\n');
  expect(stdout).toContain('--- delete\nsucceeded\nnot-found\n');
  expect(stdout).toContain('--- all of it worked');
});

it.skipIf(!hasCurl)('makes infrastructure, shows it and takes it away as the guide tells', async () => {
  const url = await eventually(`the address in: ${printed}`, async () => urlIn(printed), 60);
  const guide = join(root, 'docs/guides/managed-infrastructure.sh');
  const { stdout } = await run('bash', [guide], { env: environment(url) });
  expect(stdout).toMatch(/--- a credential without a key\nberth-[0-9a-f]{48}\n/);
  expect(stdout).toContain('--- a trial\nvalid\n');
  expect(stdout).toContain('natGateway/eu-west-1a');
  expect(stdout).toContain('vpc settled\n');
  expect(stdout).toContain('All of it worked.');
});

it.skipIf(!hasCurl)(
  'makes keys, trusts an identity provider and gives roles as the guide tells',
  async () => {
    const url = await eventually(`the address in: ${printed}`, async () => urlIn(printed), 60);
    const guide = join(root, 'docs/guides/access.sh');
    const { stdout } = await run('bash', [guide], { env: environment(url) });
    expect(stdout).toMatch(/^bk_[\w-]{8}\n/);
    expect(stdout).toMatch(/rb_[0-9a-z]{26}\n/);
    expect(stdout).toMatch(/\[ \{ role: 'admin', projectId: 'prj_[0-9a-z]{26}' \} \]\ntrue\n$/);
  },
);

it('holds the script to the guide', async () => {
  const guide = await readFile(join(root, 'docs/guides/access.md'), 'utf8');
  const script = await readFile(join(root, 'docs/guides/access.sh'), 'utf8');
  const commands = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block);
  expect(commands.length).toBe(8);
  for (const block of commands) expect(script).toContain(block);
});
