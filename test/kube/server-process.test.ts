import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from 'vitest';
import {
  type KubeApiServer,
  type KubeApiServerOptions,
  startKubeApiServer,
} from '../harness/kube-apiserver.ts';
import { connectKube, requestKube, watchKube } from './kube-connection.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';
const cleanUps: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function start(options?: KubeApiServerOptions): Promise<KubeApiServer> {
  const server = await startKubeApiServer(options);
  cleanUps.push(() => server.kill());
  return server;
}

async function makeDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'berth-kube-given-'));
  cleanUps.push(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}

it('keeps objects, address and credentials over a restart, be it stopped or killed', async () => {
  const dataDirectory = await makeDirectory();
  const first = await start({ dataDirectory });
  const connection = connectKube(first.kubeconfig);
  const body = { metadata: { name: 'kept' } };
  await requestKube(connection, { method: 'POST', path: configMaps, body });
  const port = Number(new URL(first.url).port);

  await first.stop();
  const second = await start({ dataDirectory, port });
  expect((await requestKube(connection, { path: `${configMaps}/kept` })).status).toBe(200);
  expect(second.kubeconfig).toBe(first.kubeconfig);

  await second.kill();
  await start({ dataDirectory, port });
  expect((await requestKube(connection, { path: `${configMaps}/kept` })).status).toBe(200);
  connection.agent.destroy();
});

it('stops soon while a watch is open, and leaves no temporary directory', async () => {
  const server = await start();
  const connection = connectKube(server.kubeconfig);
  const namespaces = '/api/v1/namespaces?watch=true';
  const watch = watchKube(connection, namespaces, AbortSignal.timeout(60_000));
  expect((await watch.next()).value.type).toBe('ADDED');
  const started = Date.now();
  await server.stop();
  expect(Date.now() - started).toBeLessThan(20_000);
  expect(existsSync(server.dataDirectory)).toBe(false);
  await watch.return(undefined);
});

it('refuses a data directory in use, a flag that kube-apiserver does not know, and hides its secrets', async () => {
  const dataDirectory = await makeDirectory();
  const server = await start({ dataDirectory, flags: ['--max-requests-inflight=77'] });
  await expect(startKubeApiServer({ dataDirectory })).rejects.toThrow(/in use by another process/);
  await expect(startKubeApiServer({ flags: ['--no-such-flag'] })).rejects.toThrow(
    /unknown flag: --no-such-flag/,
  );
  const files = readdirSync(dataDirectory).filter((name) => /\.(key|csv)$|kubeconfig/.test(name));
  const modes = files.map(
    (name) => `${name} ${(statSync(join(dataDirectory, name)).mode & 0o777).toString(8)}`,
  );
  expect(modes).toEqual(['kubeconfig 600', 'server.key 600', 'service-account.key 600', 'tokens.csv 600']);
  await server.stop();
});

it('answers nothing while it is paused and goes on afterwards', async () => {
  const server = await start();
  const connection = connectKube(server.kubeconfig);
  server.pause();
  const answer = requestKube(connection, { path: '/version' });
  const first = await Promise.race([answer.then(() => 'answer'), once(AbortSignal.timeout(500), 'abort')]);
  expect(first).not.toBe('answer');
  server.resume();
  expect((await answer).status).toBe(200);
  connection.agent.destroy();
});

it('ends, with its temporary directory, when the process that started it is killed', async () => {
  const harness = new URL('../harness/kube-apiserver.ts', import.meta.url);
  const script = `const { startKubeApiServer } = await import(${JSON.stringify(harness.href)});
    const { processId, dataDirectory } = await startKubeApiServer();
    console.log(JSON.stringify({ processId, dataDirectory }));`;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(parent.stdout), 'line');
  const { processId, dataDirectory } = JSON.parse(line);
  expect([isAlive(processId), existsSync(dataDirectory)]).toEqual([true, true]);
  parent.kill('SIGKILL');
  await expect
    .poll(() => [isAlive(processId), existsSync(dataDirectory)], { timeout: 30_000 })
    .toEqual([false, false]);
});
