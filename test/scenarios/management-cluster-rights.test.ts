import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { connectManagementCluster } from '../../src/providers/management-cluster/connect-management-cluster.ts';
import { startSandboxApiServer } from '../../src/sandbox/api-server/api-server.ts';
import { type FaultProxy, startFaultProxy } from '../harness/conformance/fault-proxy.ts';
import { createTestDatabase } from '../harness/database.ts';
import { createHttpWorld, type HttpWorld } from '../harness/http-world.ts';
import {
  isAllowed,
  type KubeRule,
  nameOfRight,
  rightsOfCall,
  rightsOfRules,
} from '../harness/kube-rights.ts';
import { startSimulatedOperator } from '../harness/simulated-operator.ts';
import { eventually } from '../harness/test-world.ts';

const page = readFileSync(new URL('../../deploy/management-cluster/rights.yaml', import.meta.url), 'utf8');
const role = parseAllDocuments(page)
  .map((document) => document.toJS() as { kind: string; rules: readonly KubeRule[] })
  .find(({ kind }) => kind === 'ClusterRole');
const rules = role?.rules ?? [];

const cleanUps: (() => Promise<unknown>)[] = [];
let world: HttpWorld;
let proxy: FaultProxy;
let managementClusterId: string;

beforeAll(async () => {
  world = await createHttpWorld();
  cleanUps.push(() => world.close());
  const database = await createTestDatabase(8);
  cleanUps.push(() => database.drop());
  const server = await startSandboxApiServer({ pool: database.pool });
  cleanUps.push(() => server.close());
  const operator = await startSimulatedOperator(server.kubeconfig, { speed: 600 });
  cleanUps.push(() => operator.stop());
  proxy = await startFaultProxy(server.kubeconfig);
  cleanUps.push(() => proxy.close());
  managementClusterId = (await world.registerManagementCluster('sandbox', proxy.kubeconfig)).id;
  const worker = world.startTestWorker((kubeconfig) => connectManagementCluster({ kubeconfig }));
  cleanUps.push(() => worker.stop());
});
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
});

const done = async (reply: { status: number; body: { operation?: { id: string }; errors?: unknown } }) => {
  expect({ status: reply.status, errors: reply.body.errors }).toEqual({ status: 202, errors: undefined });
  await eventually('the end of an operation', async () => {
    const { body } = await world.send('GET', `/v1/operations/${reply.body.operation?.id}`);
    return body.state === 'succeeded';
  });
};

const kubelet = {
  apiVersion: 'machineconfiguration.openshift.io/v1',
  kind: 'KubeletConfig',
  metadata: { name: 'pods' },
  spec: { kubeletConfig: { maxPods: 100 } },
};

it('the role for management clusters allows every call that is made there, and nothing else', async () => {
  const created = await world.send('POST', '/v1/clusters', {
    body: world.clusterBody('payments', {
      spec: {
        sshPublicKey: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHZ1f3mXQ0o4Yk1rM2J4d0lLd2F0ZXJtZWxvbjEyMzQ1 a@b',
        nodePools: [{ name: 'w', replicas: 1, configs: [kubelet] }],
      },
    }),
  });
  await done(created);
  const url = `/v1/clusters/${created.body.cluster.id}`;
  expect((await world.send('GET', `${url}/kubeconfig?ttl=PT10M`)).status).toBe(200);
  const pools = await world.send('GET', `/v1/node-pools?clusterId=${created.body.cluster.id}`);
  const pool = `/v1/node-pools/${pools.body.items[0].id}`;
  await done(await world.send('PATCH', pool, { body: { spec: { configs: null } } }));
  await done(await world.send('PATCH', url, { body: { spec: { sshPublicKey: null } } }));
  await done(await world.send('PATCH', url, { body: { spec: { paused: true } } }));
  await world.services.leaks.scanLeaks(world.operator, undefined);
  await eventually('a whole scan', async () => {
    const { rows } = await world.testDatabase.pool.query(
      'SELECT 1 FROM leak_places WHERE management_cluster_id = $1 AND succeeded_at IS NOT NULL',
      [managementClusterId],
    );
    return rows.length === 1;
  });
  await done(await world.send('DELETE', url));

  const rights = proxy.calls().flatMap(rightsOfCall);
  expect(rights.filter((right) => !isAllowed(rules, right))).toEqual([]);
  expect([...new Set(rights.map(nameOfRight))].sort()).toEqual(rightsOfRules(rules));
}, 120_000);
