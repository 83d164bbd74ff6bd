import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoCluster } from '../../src/cli/demo/clusters.ts';
import { type ProcessWorld, startProcessWorld } from '../harness/processes.ts';
import { createRandom } from '../harness/random.ts';

// M5: the worker dies at random moments while clusters are made, changed and taken away. BERTH_SEED repeats a run.
const seed = Number(process.env['BERTH_SEED'] ?? Date.now() % 1_000_000);
const random = createRandom(seed);
const count = 8;
let world: ProcessWorld;
let kills = 0;
let ids: readonly string[] = [];

beforeAll(async () => {
  console.log(`BERTH_SEED=${seed}`);
  world = await startProcessWorld({ seed, speed: 120 });
});
afterAll(() => world?.close());

/** Kills the worker so often while `work` is done, each time in the middle of what it does. */
const killDuring = async (times: number, work: () => Promise<unknown>): Promise<void> => {
  await work();
  for (let kill = 0; kill < times; kill += 1) {
    await world.worker.waitForLine('the worker runs');
    await delay(random() * 2500);
    await world.worker.kill();
    kills += 1;
    world.worker.start();
  }
  const states = await world.waitUntilSettled();
  expect({ seed, states: new Set(states.map(({ state }) => state)) }).toEqual({
    seed,
    states: new Set(['succeeded']),
  });
};

const expectPromises = async (): Promise<void> =>
  expect({ seed, broken: await world.findBroken() }).toEqual({ seed, broken: [] });

const ask = (method: 'GET' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  world.rest.sendUntilAnswered({ method, path, ...(body === undefined ? {} : { body }) });

it('while clusters are made', async () => {
  await killDuring(4, async () => {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        world.rest.sendUntilAnswered({
          method: 'POST',
          path: '/v1/clusters',
          body: { ...demoCluster(index, world.pullSecretId), name: `killed-${index}` },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    ids = answers.map(({ body }) => body.cluster.id);
  });
  await expectPromises();
});

it('while they are upgraded and scaled', async () => {
  await killDuring(4, async () => {
    for (const id of ids) {
      const upgrade = await ask('PATCH', `/v1/clusters/${id}`, { spec: { version: '4.20.4' } });
      const pools = await ask('GET', `/v1/node-pools?clusterId=${id}`);
      const pool = pools.body.items[0].id;
      const scale = await ask('PATCH', `/v1/node-pools/${pool}`, { spec: { replicas: 3 } });
      expect([upgrade.status, scale.status]).toEqual([202, 202]);
    }
  });
  for (const id of ids) {
    const { body } = await ask('GET', `/v1/clusters/${id}`);
    expect(body.status).toMatchObject({
      phase: 'ready',
      observedGeneration: 2,
      version: { current: '4.20.4' },
    });
  }
  await expectPromises();
});

it('while they are taken away', async () => {
  await killDuring(4, async () => {
    for (const id of ids) expect((await ask('DELETE', `/v1/clusters/${id}`)).status).toBe(202);
  });
  expect((await ask('GET', '/v1/clusters')).body.items).toEqual([]);
  await expectPromises();
  expect(kills).toBe(12);
});
