import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { compactKubeApiServer } from '../harness/kube-apiserver.ts';
import { loadUngatedCases, runCelCase } from './cel-suites.ts';
import { connectKube, requestKube, watchKube } from './kube-connection.ts';
import { suiteDirectory } from './shared-directory.ts';

const server = inject('kubeApiServer');
const connection = connectKube(server.kubeconfig);
const hypershift = '/apis/hypershift.openshift.io/v1beta1';
const namespace = 'api-server-test';
const hostedClusters = `${hypershift}/namespaces/${namespace}/hostedclusters`;
const configMaps = `/api/v1/namespaces/${namespace}/configmaps`;

const get = (path: string) => requestKube(connection, { path });
const post = (path: string, body: object) => requestKube(connection, { method: 'POST', path, body });
const statusOf = async (path: string) => (await get(path)).status;

const route = { type: 'Route' };
const hostedCluster = (name: string) => ({
  apiVersion: 'hypershift.openshift.io/v1beta1',
  kind: 'HostedCluster',
  metadata: { name },
  spec: {
    dns: { baseDomain: 'example.com' },
    etcd: {
      managementType: 'Managed',
      managed: { storage: { type: 'PersistentVolume', persistentVolume: { size: '8Gi' } } },
    },
    platform: { type: 'None' },
    pullSecret: { name: 'pull-secret' },
    release: { image: 'quay.io/openshift-release-dev/ocp-release:4.19.0-x86_64' },
    services: ['APIServer', 'OAuthServer', 'Konnectivity', 'Ignition'].map((service) => ({
      service,
      servicePublishingStrategy: route,
    })),
    sshKey: {},
  },
});

async function createHostedCluster(name: string) {
  const { status, body } = await post(hostedClusters, hostedCluster(name));
  expect({ status, message: body.message }).toEqual({ status: 201, message: undefined });
  return body;
}

beforeAll(async () => {
  await post('/api/v1/namespaces', { metadata: { name: namespace } });
});

afterAll(async () => {
  await requestKube(connection, { method: 'DELETE', path: `/api/v1/namespaces/${namespace}` });
  connection.agent.destroy();
});

describe('the server', () => {
  it('is the version that go.mod names', async () => {
    const { body } = await get('/version');
    expect({ version: body.gitVersion, minor: body.minor }).toEqual({ version: 'v1.35.4', minor: '35' });
  });

  it('enforces roles for those who are no administrators', async () => {
    const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;
    await expect.poll(() => statusOf(`${accounts}/default`), { timeout: 20_000 }).toBe(200);
    const granted = await post(`${accounts}/default/token`, { spec: {} });
    const account = { ...connection, token: granted.body.status.token };
    const refused = await requestKube(account, { path: hostedClusters });
    expect({ granted: granted.status, refused: refused.status }).toEqual({ granted: 201, refused: 403 });
  });

  it('refuses another token', async () => {
    const stranger = { ...connection, token: 'not-the-token' };
    expect((await requestKube(stranger, { path: '/api' })).status).toBe(401);
  });

  it('gives the aggregated role view its rules', async () => {
    const { body } = await get('/apis/rbac.authorization.k8s.io/v1/clusterroles/view');
    expect(body.rules.length).toBeGreaterThan(5);
  });
});

describe('the CRDs', () => {
  it('serves HostedCluster and NodePool with their status subresource', async () => {
    const { body } = await get(hypershift);
    const names = body.resources.map(({ name }: { name: string }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['hostedclusters', 'hostedclusters/status', 'nodepools', 'nodepools/status']),
    );
  });

  it('refuses to change the platform of a HostedCluster', async () => {
    const stored = await createHostedCluster('fixed-platform');
    const changed = { ...stored, spec: { ...stored.spec, platform: { type: 'KubeVirt', kubevirt: {} } } };
    const path = `${hostedClusters}/fixed-platform`;
    const { status, body } = await requestKube(connection, { method: 'PUT', path, body: changed });
    expect(status).toBe(422);
    expect(body.message).toContain('Type is immutable');
  });

  it('refuses a delete whose uid is another', async () => {
    const { metadata } = await createHostedCluster('guarded');
    const path = `${hostedClusters}/guarded`;
    const remove = (uid: string) =>
      requestKube(connection, { method: 'DELETE', path, body: { preconditions: { uid } } });
    expect((await remove('00000000-0000-4000-8000-000000000000')).status).toBe(409);
    expect(await statusOf(path)).toBe(200);
    expect((await remove(metadata.uid)).status).toBe(200);
    expect(await statusOf(path)).toBe(404);
  });

  it('does what the ungated validation suites say', async () => {
    const cases = loadUngatedCases(suiteDirectory);
    const failures: string[] = [];
    const waiting = [...cases];
    const work = async () => {
      for (let each = waiting.shift(); each !== undefined; each = waiting.shift()) {
        const wrong = await runCelCase(connection, each);
        if (wrong !== undefined) failures.push(`${each.suite}: ${each.name}: ${wrong}`);
      }
    };
    await Promise.all(Array.from({ length: 8 }, work));
    const passed = cases.length - failures.length;
    console.log(`cel-suites on kube-apiserver: ${passed} passed, ${failures.length} failed`);
    expect(failures).toEqual([]);
    expect(passed).toBe(134);
  });
});

describe('the controllers', () => {
  it('let a deleted namespace vanish with all that it holds', async () => {
    const path = '/api/v1/namespaces/short-lived';
    await post('/api/v1/namespaces', { metadata: { name: 'short-lived' } });
    const held = await post(`${hypershift}/namespaces/short-lived/hostedclusters`, hostedCluster('held'));
    expect(held.status).toBe(201);
    await requestKube(connection, { method: 'DELETE', path });
    await expect.poll(() => statusOf(path), { timeout: 30_000 }).toBe(404);
  });

  it('collect what a deleted HostedCluster owned', async () => {
    const { apiVersion, kind, metadata } = await createHostedCluster('owner');
    const owner = { apiVersion, kind, name: metadata.name, uid: metadata.uid };
    await post(configMaps, { metadata: { name: 'owned', ownerReferences: [owner] } });
    await post(configMaps, { metadata: { name: 'free' } });
    await requestKube(connection, { method: 'DELETE', path: `${hostedClusters}/owner` });
    await expect.poll(() => statusOf(`${configMaps}/owned`), { timeout: 30_000 }).toBe(404);
    expect(await statusOf(`${configMaps}/free`)).toBe(200);
  });
});

describe('a compaction', () => {
  async function firstEvent(resourceVersion: string) {
    const path = `${hostedClusters}?watch=true&timeoutSeconds=10&resourceVersion=${resourceVersion}`;
    for await (const { type, object } of watchKube(connection, path, AbortSignal.timeout(20_000))) {
      return type === 'ERROR' ? `ERROR ${object.code} ${object.reason}` : `${type} ${object.metadata.name}`;
    }
    return 'no event';
  }

  it('answers old watches and old pages with 410, and new ones as ever', async () => {
    const old = (await get(hostedClusters)).body.metadata.resourceVersion;
    await createHostedCluster('after-old-1');
    await createHostedCluster('after-old-2');
    const page = (await get(`${hostedClusters}?limit=1`)).body;
    const nextPage = `${hostedClusters}?limit=1&continue=${page.metadata.continue}`;
    expect(await firstEvent(old)).toBe('ADDED after-old-1');
    expect(await statusOf(nextPage)).toBe(200);

    await compactKubeApiServer(server);

    expect(await firstEvent(old)).toBe('ERROR 410 Expired');
    expect(await statusOf(nextPage)).toBe(410);
    const current = (await get(hostedClusters)).body.metadata.resourceVersion;
    const created = createHostedCluster('after-compaction');
    expect(await firstEvent(current)).toBe('ADDED after-compaction');
    await created;
  });
});
