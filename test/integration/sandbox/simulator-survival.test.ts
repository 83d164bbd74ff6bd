import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type FaultRule,
  type SandboxApiServer,
  startSandboxApiServer,
} from '../../../src/sandbox/api-server/api-server.ts';
import type { HostedCluster } from '../../../src/sandbox/hypershift-simulator/objects.ts';
import {
  type Simulator,
  startHypershiftSimulator,
} from '../../../src/sandbox/hypershift-simulator/simulator.ts';
import { createKubeClient, type KubeClient } from '../../../src/sandbox/kube-client/kube-client.ts';
import { resources } from '../../../src/sandbox/kube-client/resource.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { objectsOf } from './simulator-objects.ts';

const kinds = [resources.namespaces, resources.secrets, resources.hostedClusters, resources.nodePools];

let database: TestDatabase;
let server: SandboxApiServer;
let client: KubeClient;
let simulator: Simulator;

const create = async (name: string): Promise<void> => {
  for (const object of objectsOf(`hc-${name}`, name)) {
    const resource = kinds.find(({ kind }) => kind === object.kind);
    if (resource) await client.create(resource, object);
  }
};

const clusterOf = async (name: string): Promise<HostedCluster | undefined> =>
  (await client.get(resources.hostedClusters, { namespace: `hc-${name}`, name })) as
    | HostedCluster
    | undefined;

const isWhole = (cluster: HostedCluster | undefined): boolean =>
  cluster?.status?.version?.history[0]?.state === 'Completed';

/** Asks until it is so, for 25 s. */
const until = async (ask: () => Promise<boolean>): Promise<void> => {
  const end = performance.now() + 25_000;
  while (!(await ask())) {
    if (performance.now() > end) throw new Error('it did not come about within 25 s');
    await delay(50);
  }
};

const simulate = (speed: number): Simulator =>
  startHypershiftSimulator({
    url: server.url,
    caPem: server.caPem,
    token: server.adminToken,
    guest: { adminKubeconfigFor: (namespace, name) => `of ${namespace}/${name}` },
    speed,
    seed: 1,
  });

beforeEach(async () => {
  database = await createTestDatabase();
  server = await startSandboxApiServer({ pool: database.pool });
  client = createKubeClient({ url: server.url, caPem: server.caPem, token: server.adminToken });
  simulator = simulate(200);
});
afterEach(async () => {
  await simulator.stop();
  client.close();
  await server.close();
  await database.drop();
});

describe('the simulator', () => {
  it('goes on when the API server was away', async () => {
    await create('away');
    await until(async () => (await clusterOf('away'))?.status?.conditions !== undefined);
    const port = Number(new URL(server.url).port);
    await server.close();
    await delay(300);
    server = await startSandboxApiServer({ pool: database.pool, port });
    await create('after');
    await until(async () => isWhole(await clusterOf('away')) && isWhole(await clusterOf('after')));
  });

  const watches = { verb: 'watch', kind: 'HostedCluster' } as const;
  const writes = { verb: ['update', 'patch'], kind: 'HostedCluster' } as const;
  it.each<[string, FaultRule]>([
    ['the version that it watches from is too old', { when: watches, fault: { type: 'expired' }, times: 2 }],
    [
      'watches are cut in the middle of a line',
      { when: watches, fault: { type: 'cut-watch', afterEvents: 2, midLine: true }, times: 3 },
    ],
    ['events come twice', { when: watches, fault: { type: 'duplicate-events' } }],
    ['events come in another order', { when: watches, fault: { type: 'reorder-events' } }],
    ['watches bring what is no event', { when: watches, fault: { type: 'garbage-events' }, times: 3 }],
    ['lists fail', { when: { verb: 'list' }, fault: { type: 'status', code: 500 }, times: 3 }],
    ['writes fail', { when: writes, fault: { type: 'status', code: 503 }, times: 3 }],
    ['the answers to writes are lost', { when: writes, fault: { type: 'lose-reply' }, times: 3 }],
    ['a proxy answers instead', { when: writes, fault: { type: 'html' }, times: 3 }],
    ['connections are cut', { when: { verb: 'get' }, fault: { type: 'reset' }, times: 2 }],
  ])('goes on when %s', async (_what, rule) => {
    await simulator.stop();
    const fault = server.faults.set(rule);
    simulator = simulate(0);
    await create('faulted');
    await until(async () => {
      // Our own look may meet the fault, too.
      const cluster = await clusterOf('faulted').catch(() => undefined);
      return isWhole(cluster);
    });
    expect(fault.hits()).toBeGreaterThan(0);
  });

  it('hands over to another one in the middle of a rollout', async () => {
    await create('handed');
    await until(async () => (await clusterOf('handed'))?.status?.controlPlaneEndpoint !== undefined);
    await simulator.stop();
    expect(isWhole(await clusterOf('handed'))).toBe(false);
    simulator = simulate(0);
    await until(async () => isWhole(await clusterOf('handed')));
    await simulator.idle();
    const secret = await client.get(resources.secrets, {
      namespace: 'hc-handed',
      name: 'handed-admin-kubeconfig',
    });
    expect(Buffer.from(String(secret?.data?.['kubeconfig']), 'base64').toString()).toBe(
      'of hc-handed/handed',
    );
  });

  it('writes over nobody: what a client changes in the middle stays', async () => {
    await create('edited');
    const key = { namespace: 'hc-edited', name: 'edited' };
    for (let edit = 1; edit <= 20; edit++) {
      await client.mergePatch(resources.hostedClusters, key, {
        metadata: { labels: { edit: String(edit) } },
      });
    }
    await until(async () => isWhole(await clusterOf('edited')));
    expect((await clusterOf('edited'))?.metadata.labels).toEqual({ edit: '20' });
  });
});
