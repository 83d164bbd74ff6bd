import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { demoAgentNamespace, demoCluster, demoPlatforms } from '../../src/cli/demo/clusters.ts';
import type { KubeObject } from '../../src/domain/shared/kube-object.ts';
import { connectManagementCluster } from '../../src/providers/management-cluster/connect-management-cluster.ts';
import { routeDefinition } from '../../src/sandbox/api-server/route-crd.ts';
import { createHttpWorld, type HttpWorld } from '../harness/http-world.ts';
import { findBrokenInvariants, installJournal, Ledger } from '../harness/invariants.ts';
import { listManagementObjects, listNodeNames } from '../harness/management-objects.ts';
import { startSimulatedOperator } from '../harness/simulated-operator.ts';
import { eventually } from '../harness/test-world.ts';
import { installBerthAccount } from './berth-account.ts';
import { connectKube, requestKube } from './kube-connection.ts';

// Berth's services and worker under its own account, the simulated operator, and between them the server that everybody else has.
const { kubeconfig } = inject('kubeApiServer');
const ledger = new Ledger();
let world: HttpWorld;
let managementClusterId: string;
const cleanUps: (() => Promise<void>)[] = [];

interface Made {
  readonly platform: string;
  readonly id: string;
  readonly name: string;
}
const made: Made[] = [];

/** On platform None hosts join by hand, and the operator counts none. */
const hasMachines = (platform: string): boolean => platform !== 'none';

/** Objects in the namespaces that Berth made, and those that the operator derived from them. */
const ourObjects = async (): Promise<readonly KubeObject[]> => {
  const objects = await listManagementObjects(kubeconfig);
  return objects.filter(({ kind, metadata }) =>
    /^hc-[0-9a-z]{26}/.test((kind === 'Namespace' ? metadata.name : metadata.namespace) ?? ''),
  );
};

const hostedClusterOf = async (name: string): Promise<KubeObject> => {
  const found = (await ourObjects()).find(
    ({ kind, metadata }) => kind === 'HostedCluster' && metadata.name === name,
  );
  if (found === undefined) throw new Error(`HostedCluster ${name} is not there`);
  return found;
};

interface ManagedFields {
  readonly manager: string;
  readonly operation: string;
  readonly subresource?: string;
  readonly fieldsV1: { readonly 'f:spec'?: Readonly<Record<string, unknown>> };
}

const managersOf = (object: KubeObject): readonly ManagedFields[] =>
  (object.metadata as unknown as { managedFields: readonly ManagedFields[] }).managedFields;

const succeeded = async (operationId: string): Promise<void> => {
  const url = `/v1/operations/${operationId}`;
  const ended = await eventually(
    `the end of ${operationId}`,
    async () => {
      const { body } = await world.send('GET', url);
      if (body.endedAt === undefined) throw new Error(JSON.stringify(body));
      return body;
    },
    120,
  );
  expect({ state: ended.state, error: ended.error }).toEqual({ state: 'succeeded', error: undefined });
};

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** OpenShift's Route: management clusters on which `kubevirt` and `aws` are published have it. */
const installRoutes = async (): Promise<() => Promise<void>> => {
  const connection = connectKube(kubeconfig);
  const made = await requestKube(connection, { method: 'POST', path: definitions, body: routeDefinition });
  expect(made.status).toBe(201);
  await eventually('the Route API', async () => {
    const { status } = await requestKube(connection, { path: '/apis/route.openshift.io/v1/routes' });
    return status === 200;
  });
  return async () => {
    await requestKube(connection, { method: 'DELETE', path: `${definitions}/routes.route.openshift.io` });
    connection.agent.destroy();
  };
};

const poolOf = async (clusterId: string) => {
  const { body } = await world.send('GET', `/v1/node-pools?clusterId=${clusterId}`);
  return body.items[0];
};

beforeAll(async () => {
  world = await createHttpWorld();
  cleanUps.push(() => world.close());
  cleanUps.push(await installRoutes());
  await installJournal(world.testDatabase.pool);
  const operator = await startSimulatedOperator(kubeconfig);
  cleanUps.push(() => operator.stop());
  await world.services.fleet.allowCloudAccount(
    world.operator,
    { platform: 'agent', account: demoAgentNamespace },
    [world.tenant.id],
  );
  managementClusterId = (await world.registerManagementCluster('real', await installBerthAccount(kubeconfig)))
    .id;
  const worker = world.startTestWorker((text) => connectManagementCluster({ kubeconfig: text }));
  cleanUps.push(() => worker.stop());
});
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
});

it('brings clusters of every platform to ready', async () => {
  const operations: string[] = [];
  for (const [index, platform] of demoPlatforms.entries()) {
    const body = { ...demoCluster(index, world.tenant.pullSecretId), name: `real-${platform}` };
    const reply = await world.send('POST', '/v1/clusters', { body });
    expect({ status: reply.status, errors: reply.body.errors }).toEqual({ status: 202, errors: undefined });
    ledger.note('create', reply.body);
    made.push({ platform, id: reply.body.cluster.id, name: body.name });
    operations.push(reply.body.operation.id);
  }
  for (const operation of operations) await succeeded(operation);
  for (const { id, platform } of made) {
    const { body } = await world.send('GET', `/v1/clusters/${id}`);
    expect(body.status).toMatchObject({
      phase: 'ready',
      health: 'healthy',
      observedGeneration: 1,
      nodes: hasMachines(platform) ? { desired: 2, ready: 2 } : { desired: 0, ready: 0 },
      version: { current: '4.20.3' },
    });
  }
}, 300_000);

it('hands out kubeconfigs that reach the nodes', async () => {
  for (const { id } of made) {
    const { status, body } = await world.send('GET', `/v1/clusters/${id}/kubeconfig?ttl=PT10M`);
    expect(status).toBe(200);
    const pool = await poolOf(id);
    const nodes = await listNodeNames(body.kubeconfig);
    expect(nodes).toEqual([0, 1].map((index) => `np-${pool.id.slice('np_'.length)}-${index}`));
  }
});

it('BL23: upgrades and scales by server-side apply, and leaves the operator what is its own', async () => {
  const before = new Map<string, KubeObject>();
  const operations: string[] = [];
  for (const { id, name } of made) {
    before.set(name, await hostedClusterOf(name));
    const upgrade = await world.send('PATCH', `/v1/clusters/${id}`, {
      body: { spec: { version: '4.20.4' } },
    });
    const scale = await world.send('PATCH', `/v1/node-pools/${(await poolOf(id)).id}`, {
      body: { spec: { replicas: 4 } },
    });
    expect([upgrade.status, scale.status]).toEqual([202, 202]);
    for (const { body } of [upgrade, scale]) {
      ledger.note('update', body);
      operations.push(body.operation.id);
    }
  }
  for (const operation of operations) await succeeded(operation);

  for (const { id, name, platform } of made) {
    const old = before.get(name);
    const changed = await hostedClusterOf(name);
    expect(changed.spec?.['release']).toEqual({
      image: 'quay.io/openshift-release-dev/ocp-release:4.20.4-multi',
    });
    const { clusterID, infraID } = changed.spec ?? {};
    expect(clusterID).toMatch(/^[0-9a-f-]{36}$/);
    expect({ clusterID, infraID, uid: changed.metadata.uid }).toEqual({
      clusterID: old?.spec?.['clusterID'],
      infraID: old?.spec?.['infraID'],
      uid: old?.metadata.uid,
    });
    const pool = await poolOf(id);
    const nodePool = (await ourObjects()).find(
      ({ kind, metadata }) => kind === 'NodePool' && metadata.labels?.['berth.io/node-pool-id'] === pool.id,
    );
    expect(nodePool?.spec).toMatchObject({ replicas: 4, release: changed.spec?.['release'] });
    const ready = hasMachines(platform) ? 4 : 0;
    expect(pool.status).toMatchObject({ phase: 'ready', replicas: { desired: 4, ready } });
    for (const object of [changed, nodePool as KubeObject]) {
      const ours = managersOf(object).filter(({ manager }) => /berth|node|client/i.test(manager));
      expect(
        ours.map(({ manager, operation, subresource }) => ({ manager, operation, subresource })),
      ).toEqual([{ manager: 'berth', operation: 'Apply', subresource: undefined }]);
      expect(Object.keys(ours[0]?.fieldsV1['f:spec'] ?? {})).not.toContain('f:clusterID');
    }
  }
}, 300_000);

it('keeps every promise while the clusters are there', async () => {
  const objects = async () => new Map([[managementClusterId, await listManagementObjects(kubeconfig)]]);
  expect(await findBrokenInvariants({ pool: world.testDatabase.pool, objects, ledger })).toEqual([]);
});

it('takes all of it away and leaves nothing of its own on the server', async () => {
  const operations: string[] = [];
  for (const { id } of made) {
    const { status, body } = await world.send('DELETE', `/v1/clusters/${id}`);
    expect(status).toBe(202);
    ledger.note('delete', body);
    operations.push(body.operation.id);
  }
  for (const operation of operations) await succeeded(operation);
  for (const { id } of made) expect((await world.send('GET', `/v1/clusters/${id}`)).status).toBe(404);
  expect((await ourObjects()).map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([]);
  const objects = async () => new Map([[managementClusterId, await listManagementObjects(kubeconfig)]]);
  expect(await findBrokenInvariants({ pool: world.testDatabase.pool, objects, ledger })).toEqual([]);
  expect(world.checks.failures).toEqual([]);
}, 300_000);
