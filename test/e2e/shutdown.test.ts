import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoCluster } from '../../src/cli/demo/clusters.ts';
import { startLoad } from '../harness/processes/load.ts';
import { type ProcessWorld, startProcessWorld } from '../harness/processes.ts';
import { eventually } from '../harness/test-world.ts';

// M31: who is asked to stop finishes what it has begun, and stops in time.
const longestMs = 25_000;
const clusters = 12;
const early = 4;
let world: ProcessWorld;

beforeAll(async () => {
  world = await startProcessWorld({ speed: 60 });
});
afterAll(() => world?.close());

const createOrder = (n: number) => ({
  method: 'POST' as const,
  path: '/v1/clusters',
  idempotencyKey: `shutdown-${n}`,
  body: { ...demoCluster(n, world.pullSecretId), name: `shutdown-${n}` },
});

/** Fits nowhere, so that its operation stays open. */
const unplacedOrder = () => {
  const { spec, ...rest } = demoCluster(0, world.pullSecretId);
  const body = { ...rest, name: 'unplaced', spec: { ...spec, placement: { labels: { tier: 'none' } } } };
  return { method: 'POST' as const, path: '/v1/clusters', body };
};

/** Errors of level 50 and above, and rejections that nobody caught. */
const severe = (log: string): readonly string[] =>
  log.split('\n').filter((line) => /"level":(50|60)|not handled|Uncaught|Unhandled/.test(line));

/** Nothing that reads or writes clusters ends before `release`. */
const holdClusters = async (): Promise<{ release(): Promise<void> }> => {
  const holder = await world.pool.connect();
  await holder.query('BEGIN; LOCK TABLE clusters IN ACCESS EXCLUSIVE MODE');
  return {
    release: async () => {
      await holder.query('COMMIT');
      holder.release();
    },
  };
};

const countBlocked = async (): Promise<number> => {
  const { rows } = await world.pool.query(
    `SELECT count(*)::int AS n FROM pg_stat_activity
     WHERE application_name = 'berth-api' AND datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0].n;
};

it('the API answers every request that it has begun, also those that wait, and ends in time', async () => {
  const unplaced = await world.rest.sendUntilAnswered(unplacedOrder());
  expect(unplaced.status).toBe(202);
  const waits = startLoad(world.rest, 2, 0, () => ({
    method: 'GET',
    path: `/v1/operations/${unplaced.body.operation.id}?wait=30s`,
  }));
  const load = startLoad(world.rest, 4, 5, () => ({ method: 'GET', path: '/v1/versions' }));
  await eventually('load', async () => load.entries.length > 50);
  const hold = await holdClusters();
  const begun = Array.from({ length: 10 }, (_, n) =>
    n < early ? world.rest.send(createOrder(n)) : world.rest.send({ method: 'GET', path: '/v1/clusters' }),
  );
  await eventually('requests in the database', async () => (await countBlocked()) === begun.length);
  const signalledAt = performance.now();
  const ending = world.api.terminate();
  await world.api.waitForLine('stopping');
  const sentBefore = load.entries.length;
  await eventually('requests after the signal', async () => load.entries.length > sentBefore + 8);
  await hold.release();
  const ended = await ending;
  await Promise.all([load.stop(), waits.stop()]);

  expect(ended).toMatchObject({ code: 0, signal: null });
  expect(ended.ms).toBeLessThan(longestMs);
  console.log(`the API ended within ${(ended.ms / 1000).toFixed(2)} s of SIGTERM`);
  const statuses = (await Promise.all(begun)).map(({ status }) => status);
  expect(statuses).toEqual(begun.map((_, n) => (n < early ? 202 : 200)));
  expect(waits.entries.slice(0, 2).map(({ answer }) => [answer?.status, answer?.body.state])).toEqual([
    [200, 'queued'],
    [200, 'queued'],
  ]);
  const answers = load.entries.flatMap(({ answer }) => answer ?? []);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  // Clients were told to let go of their connections first: only who opens a new one too late finds nobody.
  const failed = load.entries.filter(({ error }) => error !== undefined);
  expect(failed.filter(({ sentAt }) => sentAt < signalledAt + 400)).toEqual([]);
  expect(severe(world.api.log())).toEqual([]);
});

it('the worker lets the running steps end, gives its leases back, and ends in time', async () => {
  world.api.start();
  await world.waitUntilApiAnswers();
  const slow = world.server.faults.set({
    when: { verb: 'patch', kind: 'HostedCluster' },
    fault: { type: 'delay', ms: 3000 },
  });
  for (let n = 0; n < clusters; n += 1)
    expect((await world.rest.sendUntilAnswered(createOrder(n))).status).toBe(202);
  await eventually('steps that are under way', async () => slow.hits() >= 2);
  const ended = await world.worker.terminate();
  expect(ended).toMatchObject({ code: 0, signal: null });
  expect(ended.ms).toBeLessThan(longestMs);
  console.log(`the worker ended within ${(ended.ms / 1000).toFixed(2)} s of SIGTERM`);
  slow.remove();
  const { rows } = await world.pool.query('SELECT resource FROM leases WHERE expires_at > now()');
  expect(rows).toEqual([]);
  const { rows: open } = await world.pool.query(`SELECT id FROM clusters WHERE attempt ? 'begunAt'`);
  expect(open).toEqual([]);
  expect(severe(world.worker.log())).toEqual([]);
});

it('goes on where it stopped, and keeps every promise', async () => {
  world.worker.start();
  const { rows } = await world.pool.query(`SELECT id FROM clusters WHERE name = 'unplaced'`);
  const deletion = { method: 'DELETE', path: `/v1/clusters/${rows[0].id}` } as const;
  expect((await world.rest.sendUntilAnswered(deletion)).status).toBe(202);
  const states = await world.waitUntilSettled();
  expect(states.filter(({ state }) => state === 'succeeded')).toHaveLength(clusters + 1);
  expect(states.filter(({ state }) => state === 'cancelled')).toHaveLength(1);
  expect(await world.findBroken()).toEqual([]);
});
