import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createFakeManagementCluster,
  type FakeManagementCluster,
} from '../../src/providers/management-cluster/fake.ts';
import { startFakeOperator } from '../harness/fake-operator.ts';
import { createTestWorld, eventually, type TestTenant, type TestWorld } from '../harness/test-world.ts';

let world: TestWorld;
let tenant: TestTenant;
let fake: FakeManagementCluster;
let operator: { stop(): Promise<void> };
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  world = await createTestWorld();
  tenant = await world.createTenant('acme');
  await world.registerManagementCluster('mc-one');
  fake = createFakeManagementCluster();
  operator = startFakeOperator(fake);
  worker = world.startTestWorker(() => fake);
});

afterAll(async () => {
  await worker?.stop();
  await operator?.stop();
  await world?.close();
});

const objects = (kind: string) => fake.operator.objects().filter((object) => object.kind === kind);

it('brings a cluster from its request to ready, changes it, and takes it away without leaving anything', async () => {
  const { clusters, nodePools, operations } = world.services;
  const signal = new AbortController().signal;
  const created = await clusters.createCluster(tenant.context, {
    name: 'payments',
    labels: { env: 'prod' },
    spec: {
      version: '4.20.3',
      platform: { type: 'kubevirt', kubevirt: {} },
      dns: { baseDomain: 'example.com' },
      pullSecretCredentialId: tenant.pullSecretId,
    },
    nodePools: [{ name: 'workers', replicas: 2 }],
  });
  expect(created.resource.status.phase).toBe('queued');
  const { id } = created.resource;
  const operation = await operations.waitForOperation(tenant.context, created.operation.id, 20, signal);
  expect(operation).toMatchObject({ state: 'succeeded', percent: 100 });
  const ready = await clusters.getCluster(tenant.context, id);
  expect(ready.status).toMatchObject({
    phase: 'ready',
    health: 'healthy',
    observedGeneration: 1,
    nodes: { desired: 2, ready: 2 },
    version: { current: '4.20.3', desired: '4.20.3' },
    endpoints: { api: 'https://api.payments.example.com:6443' },
  });
  expect(objects('HostedCluster').map((object) => object.metadata.name)).toEqual(['payments']);

  const upgrade = await clusters.updateCluster(tenant.context, id, {
    patch: { spec: { version: '4.20.4' } },
    ifMatch: [1],
    validate: () => [],
  });
  const upgraded = await operations.waitForOperation(tenant.context, upgrade.operation.id, 20, signal);
  expect(upgraded.state).toBe('succeeded');
  expect((await clusters.getCluster(tenant.context, id)).status).toMatchObject({
    phase: 'ready',
    observedGeneration: 2,
  });
  const [pool] = (await nodePools.listNodePools(tenant.context, { limit: 10 }, { clusterId: id })).items;
  expect(pool).toMatchObject({ name: 'workers', release: { version: '4.20.4' }, status: { phase: 'ready' } });

  const deletion = await clusters.deleteCluster(tenant.context, id, undefined);
  const deleted = await operations.waitForOperation(tenant.context, deletion.operation.id, 20, signal);
  expect(deleted.state).toBe('succeeded');
  await expect(clusters.getCluster(tenant.context, id)).rejects.toMatchObject({ code: 'not-found' });
  expect(fake.operator.objects()).toEqual([]);
  const events = await eventually('the end of the log', async () => {
    const { items } = await world.services.events.listEvents(tenant.context, {
      limit: 500,
      afterSequence: 0,
    });
    return items.some((event) => event.type === 'berth.cluster.deleted.v1') && items;
  });
  expect(events.map((event) => event.sequence)).toEqual(events.map((_, index) => index + 1));
});
