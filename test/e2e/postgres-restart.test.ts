import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoCluster } from '../../src/cli/demo/clusters.ts';
import { type OwnPostgres, startOwnPostgres } from '../harness/postgres-server.ts';
import { type Load, type LoadEntry, startLoad } from '../harness/processes/load.ts';
import { type ProcessWorld, startProcessWorld } from '../harness/processes.ts';
import { eventually } from '../harness/test-world.ts';

// M10 and BL09: PostgreSQL goes away under load, without a word, and comes back.
let postgres: OwnPostgres;
let world: ProcessWorld;
let reads: Load;
let writes: Load;
let processIds: readonly number[];

const admin = () => [world.apiAdminUrl, world.workerAdminUrl];

const statusesOf = (path: string): Promise<readonly number[]> =>
  Promise.all(admin().map(async (url) => (await fetch(`${url}${path}`)).status));

const list = { method: 'GET', path: '/v1/clusters?limit=5' } as const;

const createOrder = (n: number) => ({
  method: 'POST' as const,
  path: '/v1/clusters',
  idempotencyKey: `restart-${n}`,
  body: { ...demoCluster(n, world.pullSecretId), name: `restart-${n}` },
});

beforeAll(async () => {
  postgres = await startOwnPostgres();
  world = await startProcessWorld({ databaseUrl: postgres.url });
  processIds = [world.api.processId(), world.worker.processId()];
});
afterAll(async () => {
  await world?.close();
  await postgres?.close();
});

/** Each is asked for again and again, with its key. */
const clusters = 16;
const longestRefusalMs = 3000;
const mostRecoverySeconds = 5;

const statusOf = ({ answer }: LoadEntry): number | undefined => answer?.status;

it('is ready while the database is there', async () => {
  await eventually('readiness', async () => (await statusesOf('/readyz')).every((status) => status === 200));
  await Promise.all(Array.from({ length: 20 }, () => world.rest.send(list)));
});

it('survives that every connection is cut', async () => {
  await world.pool.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL',
  );
  const answers = await Promise.all(Array.from({ length: 100 }, () => world.rest.send(list)));
  for (const { status, headers } of answers) {
    expect([200, 503]).toContain(status);
    if (status === 503) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await world.rest.sendUntilAnswered(list)).status).toBe(200);
});

it('refuses in time while it is away, says that it is not ready, and lives', async () => {
  reads = startLoad(world.rest, 4, 20, () => list);
  writes = startLoad(world.rest, 2, 100, (n) => createOrder(n % clusters));
  await eventually(
    'accepted writes',
    async () => writes.entries.filter((entry) => statusOf(entry) === 202).length > 4,
  );
  const crashedAt = performance.now();
  await postgres.crash();
  await eventually('no readiness', async () =>
    (await statusesOf('/readyz')).every((status) => status === 503),
  );
  expect(await statusesOf('/healthz')).toEqual([200, 200]);
  // Many rounds of the worker's loops, and of the queue's, meet an absent database meanwhile.
  await eventually(
    'refusals',
    async () => reads.entries.filter((entry) => statusOf(entry) === 503).length > 500,
  );
  expect(await statusesOf('/healthz')).toEqual([200, 200]);
  const during = [...reads.entries, ...writes.entries].filter(({ sentAt }) => sentAt > crashedAt);
  expect(during.length).toBeGreaterThan(50);
  expect(
    during.filter((entry) => statusOf(entry) !== 503 && statusOf(entry) !== 202 && statusOf(entry) !== 200),
  ).toEqual([]);
  const refusals = during.filter((entry) => statusOf(entry) === 503);
  expect(Math.max(...refusals.map(({ ms }) => ms))).toBeLessThan(longestRefusalMs);
  for (const { answer } of refusals) {
    expect(answer?.body.code).toBe('unavailable');
    expect(Number(answer?.headers.get('retry-after'))).toBeGreaterThan(0);
  }
});

it('works again by itself within seconds after it is back, in the same processes', async () => {
  await postgres.start();
  const backAt = performance.now();
  const isGood = (entry: LoadEntry, status: number) => entry.sentAt > backAt && statusOf(entry) === status;
  await eventually('reads', async () => reads.entries.some((entry) => isGood(entry, 200)), 30);
  await eventually('writes', async () => writes.entries.some((entry) => isGood(entry, 202)), 30);
  const seconds = (performance.now() - backAt) / 1000;
  console.log(`served again ${seconds.toFixed(2)} s after PostgreSQL was back`);
  expect(seconds).toBeLessThan(mostRecoverySeconds);
  await eventually('readiness', async () => (await statusesOf('/readyz')).every((status) => status === 200));
  expect([world.api.processId(), world.worker.processId()]).toEqual(processIds);
  expect([world.api.isAlive(), world.worker.isAlive()]).toEqual([true, true]);
  await Promise.all([reads.stop(), writes.stop()]);
  expect([...reads.entries, ...writes.entries].flatMap(({ error }) => error ?? [])).toEqual([]);
});

it('has neither lost nor halved anything: what was refused is made on demand, once', async () => {
  for (let n = 0; n < clusters; n += 1)
    expect((await world.rest.sendUntilAnswered(createOrder(n))).status).toBe(202);
  const states = await world.waitUntilSettled();
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['succeeded']));
  expect(states).toHaveLength(clusters);
  expect(await world.findBroken()).toEqual([]);
});
