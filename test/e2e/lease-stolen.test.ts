import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoCluster } from '../../src/cli/demo/clusters.ts';
import { type ProcessWorld, type Program, startProcessWorld } from '../harness/processes.ts';
import { eventually } from '../harness/test-world.ts';

// M6 and BL15: a worker stands still in the middle of a step for longer than its lease lasts, and wakes up again.
let world: ProcessWorld;
let second: Program;

beforeAll(async () => {
  world = await startProcessWorld();
  second = world.addWorker();
});
afterAll(() => world?.close());

/** What would happen within fifteen seconds: every lease that nobody renews runs out. */
const letLeasesRunOut = () =>
  world.pool.query(`UPDATE leases SET expires_at = now() - interval '1 second' WHERE expires_at > now()`);

const clusterRow = async (id: string) => {
  const { rows } = await world.pool.query(
    'SELECT applied, attempt, remote, placement, sealed_secrets FROM clusters WHERE id = $1',
    [id],
  );
  return rows[0];
};

const tokenOf = async (id: string): Promise<number> => {
  const { rows } = await world.pool.query('SELECT token FROM leases WHERE resource = $1', [`cluster:${id}`]);
  return Number(rows[0]?.token ?? 0);
};

const linesOf = (program: Program, text: string): readonly string[] =>
  program
    .log()
    .split('\n')
    .filter((line) => line.includes(text));

it('has its writes refused when it wakes up, and the cluster is made once', async () => {
  await world.worker.waitForLine('management cluster answers');
  // The first worker's apply of the HostedCluster is carried out late: it is stopped with the call in flight.
  const slow = world.server.faults.set({
    when: { verb: 'patch', kind: 'HostedCluster' },
    fault: { type: 'delay', ms: 1500 },
    times: 1,
  });
  const created = await world.rest.sendUntilAnswered({
    method: 'POST',
    path: '/v1/clusters',
    body: { ...demoCluster(0, world.pullSecretId), name: 'stolen' },
  });
  const { id } = created.body.cluster;
  await eventually('the call in flight', async () => slow.hits() === 1);
  world.worker.signal('SIGSTOP');
  const stolenToken = await tokenOf(id);
  await letLeasesRunOut();

  second.start();
  await world.waitUntilSettled();
  expect((await clusterRow(id)).applied).toMatchObject({ generation: 1 });
  expect(await tokenOf(id)).toBeGreaterThan(stolenToken);
  const before = await clusterRow(id);

  world.worker.signal('SIGCONT');
  await world.worker.waitForLine('another worker has taken over');
  const refused = linesOf(world.worker, 'another worker has taken over');
  expect(refused.some((line) => line.includes(id))).toBe(true);
  expect(await clusterRow(id)).toEqual(before);
  expect(await world.findBroken()).toEqual([]);
});

it('both go on working side by side', async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      world.rest.sendUntilAnswered({
        method: 'POST',
        path: '/v1/clusters',
        body: { ...demoCluster(index, world.pullSecretId), name: `side-${index}` },
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
  const states = await world.waitUntilSettled();
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['succeeded']));
  expect([world.worker.isAlive(), second.isAlive()]).toEqual([true, true]);
  expect(await world.findBroken()).toEqual([]);
});
