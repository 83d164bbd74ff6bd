import { afterAll, beforeAll, expect, it } from 'vitest';
import { runFakeFleet } from '../../harness/http-world.ts';
import { findWrongCounters } from '../../harness/invariants/quota-checks.ts';
import { createRandom } from '../../harness/random.ts';
import { eventually } from '../../harness/test-world.ts';
import { createQuotaWorld, type QuotaWorld } from './quota-world.ts';

let world: QuotaWorld;
let fleet: Awaited<ReturnType<typeof runFakeFleet>>;

beforeAll(async () => {
  world = await createQuotaWorld();
  fleet = await runFakeFleet(world);
});
afterAll(async () => {
  await fleet.stop();
  await world.close();
});

it.each([1, 2, 3])(
  'counters say what the tables say, whatever was done meanwhile (seed %i)',
  async (seed) => {
    const random = createRandom(seed);
    const pick = (most: number): number => Math.floor(random() * most);
    const tenant = await world.createTenant(`random-${seed}`);
    await world.limitTenant(tenant, { clusters: 6, nodePools: 9, nodes: 30, runningOperations: 12 });
    const made: string[] = [];
    const seen = new Map<string, number>();

    const poolsOf = async (id: string): Promise<readonly { id: string }[]> =>
      (await world.send('GET', `/v1/node-pools?clusterId=${id}`, { tenant })).body.items;
    const act = async (): Promise<number> => {
      const cluster = made[pick(made.length)] ?? '';
      const [pool] = cluster === '' ? [] : await poolsOf(cluster);
      switch (pick(6)) {
        case 0:
        case 1: {
          const spec = { nodePools: [{ name: 'w', replicas: 1 + pick(6) }] };
          const body = world.clusterBody(`c${pick(12)}`, { spec }, tenant);
          const reply = await world.sendTo(pick(3), tenant, 'POST', '/v1/clusters', body);
          if (reply.status === 202) made.push(reply.body.cluster.id);
          return reply.status;
        }
        case 2: {
          const body = {
            name: `p${pick(3)}`,
            clusterId: cluster,
            spec: { autoscaling: { min: 1, max: 1 + pick(5) } },
          };
          return (await world.sendTo(pick(3), tenant, 'POST', '/v1/node-pools', body)).status;
        }
        case 3:
        case 4: {
          const body = { spec: { replicas: pick(8), autoscaling: null } };
          return (await world.sendTo(pick(3), tenant, 'PATCH', `/v1/node-pools/${pool?.id}`, body)).status;
        }
        default: {
          const query = pick(3) === 0 ? '?force=true&reason=because' : '';
          const kind = pick(2) === 0 ? `clusters/${cluster}${query}` : `node-pools/${pool?.id}`;
          return (await world.send('DELETE', `/v1/${kind}`, { tenant })).status;
        }
      }
    };

    for (let round = 0; round < 25; round += 1) {
      const answers = await Promise.all([1, 2, 3, 4].map(act));
      for (const status of answers) seen.set(String(status), (seen.get(String(status)) ?? 0) + 1);
      expect(answers.filter((status) => status >= 500)).toEqual([]);
    }
    expect(seen.get('202')).toBeGreaterThan(20);
    expect(seen.get('422')).toBeGreaterThan(5);
    await world.usedBy(tenant);
    expect(await findWrongCounters(world.testDatabase.pool)).toEqual([]);

    for (const id of made) await world.send('DELETE', `/v1/clusters/${id}`, { tenant });
    await eventually(
      'everything is gone and given back',
      async () => {
        const { apiKeys, ...rest } = await world.usedBy(tenant);
        return apiKeys === 1 && Object.values(rest).every((used) => used === 0);
      },
      60,
    );
  },
  120_000,
);
