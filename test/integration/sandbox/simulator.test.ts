import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { HostedCluster, NodePool } from '../../../src/sandbox/hypershift-simulator/objects.ts';
import { createKubeClient, type KubeClient } from '../../../src/sandbox/kube-client/kube-client.ts';
import { resources } from '../../../src/sandbox/kube-client/resource.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { imageOf, objectsOf } from './simulator-objects.ts';

const kinds = [resources.namespaces, resources.secrets, resources.hostedClusters, resources.nodePools];
const clientOf = ({ kubeconfig, url }: Sandbox): KubeClient => {
  const config = parse(kubeconfig);
  const authority = config.clusters[0].cluster['certificate-authority-data'];
  return createKubeClient({
    url,
    caPem: Buffer.from(authority, 'base64').toString(),
    token: config.users[0].user.token,
  });
};

let database: TestDatabase;
let sandbox: Sandbox;
let client: KubeClient;
const start = async (speed: number) => {
  sandbox = await startSandbox({ pool: database.pool, speed, seed: 1 });
  client = clientOf(sandbox);
};
const stop = async () => {
  client.close();
  await sandbox.close();
};

beforeAll(async () => {
  database = await createTestDatabase();
  await start(0);
});
afterAll(async () => {
  await stop();
  await database.drop();
});

const create = async (namespace: string, name: string): Promise<void> => {
  for (const object of objectsOf(namespace, name)) {
    const resource = kinds.find(({ kind }) => kind === object.kind);
    if (resource) await client.create(resource, object);
  }
};

/** Asks until it is so, for 20 s. */
const until = async <T>(ask: () => Promise<T | undefined | false>): Promise<T> => {
  const end = performance.now() + 20_000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > end) throw new Error('it did not come about within 20 s');
    await delay(50);
  }
};

const clusterAt = async (namespace: string, name: string) =>
  (await client.get(resources.hostedClusters, { namespace, name })) as HostedCluster | undefined;
const poolAt = async (namespace: string, name: string) =>
  (await client.get(resources.nodePools, { namespace, name: `${name}-workers` })) as NodePool | undefined;

const whole = async (namespace: string, name: string): Promise<HostedCluster> =>
  until(async () => {
    const [cluster, pool] = await Promise.all([clusterAt(namespace, name), poolAt(namespace, name)]);
    const isWhole = cluster?.status?.version?.history[0]?.state === 'Completed';
    return isWhole && pool?.status?.replicas === pool?.spec.replicas && pool?.status?.version
      ? cluster
      : false;
  });

const adminKubeconfig = async (namespace: string, name: string): Promise<string> => {
  const secret = await client.get(resources.secrets, { namespace, name: `${name}-admin-kubeconfig` });
  return Buffer.from(String(secret?.data?.['kubeconfig']), 'base64').toString();
};

const guestOf = (kubeconfig: string): KubeClient => {
  const config = parse(kubeconfig);
  return createKubeClient({
    url: config.clusters[0].cluster.server,
    caPem: Buffer.from(config.clusters[0].cluster['certificate-authority-data'], 'base64').toString(),
    token: config.users[0].user.token,
  });
};
const nodes = { group: '', version: 'v1', plural: 'nodes', kind: 'Node' };

describe('a cluster in the sandbox', () => {
  it('becomes whole, gives a kubeconfig that works, scales, upgrades, and leaves nothing when deleted', async () => {
    await create('hc-whole', 'payments');
    const cluster = await whole('hc-whole', 'payments');
    expect(cluster.status?.kubeconfig).toEqual({ name: 'payments-admin-kubeconfig' });
    const password = await client.get(resources.secrets, {
      namespace: 'hc-whole',
      name: 'payments-kubeadmin-password',
    });
    expect(Buffer.from(String(password?.data?.['password']), 'base64').toString()).toMatch(
      /^(\w{5}-){3}\w{5}$/,
    );

    const guest = guestOf(await adminKubeconfig('hc-whole', 'payments'));
    const namesOfNodes = async () => (await guest.list(nodes)).items.map(({ metadata }) => metadata.name);
    expect(await namesOfNodes()).toEqual(['payments-workers-0', 'payments-workers-1']);

    const pool = { namespace: 'hc-whole', name: 'payments-workers' };
    await client.mergePatch(resources.nodePools, pool, { spec: { replicas: 3 } });
    await until(async () => (await namesOfNodes()).length === 3);

    const release = { spec: { release: { image: imageOf('4.21.0') } } };
    await client.mergePatch(resources.hostedClusters, { namespace: 'hc-whole', name: 'payments' }, release);
    await client.mergePatch(resources.nodePools, pool, release);
    await until(async () => (await poolAt('hc-whole', 'payments'))?.status?.version === '4.21.0');
    const upgraded = await clusterAt('hc-whole', 'payments');
    expect(upgraded?.status?.version?.history.map(({ version, state }) => `${version} ${state}`)).toEqual([
      '4.21.0 Completed',
      '4.20.3 Completed',
    ]);
    guest.close();

    await client.remove(resources.hostedClusters, { namespace: 'hc-whole', name: 'payments' });
    await until(async () => (await clusterAt('hc-whole', 'payments')) === undefined);
    expect(await poolAt('hc-whole', 'payments')).toBeUndefined();
    expect(await client.get(resources.namespaces, { name: 'hc-whole-payments' })).toBeUndefined();
    const left = await client.list(resources.secrets, { namespace: 'hc-whole' });
    expect(left.items.map(({ metadata }) => metadata.name)).toEqual(['payments-pull-secret']);
  });

  it('waits for its pull secret and goes on when it comes', async () => {
    const [namespace, secret, cluster] = objectsOf('hc-late', 'late');
    if (!namespace || !secret || !cluster) throw new Error('the fixture is incomplete');
    await client.create(resources.namespaces, namespace);
    await client.create(resources.hostedClusters, cluster);
    const reasonOf = async () =>
      (await clusterAt('hc-late', 'late'))?.status?.conditions?.find(
        ({ type }) => type === 'ValidReleaseImage',
      )?.reason;
    await until(async () => (await reasonOf()) === 'SecretNotFound');
    await client.create(resources.secrets, secret);
    await until(async () => (await clusterAt('hc-late', 'late'))?.status?.kubeconfig !== undefined);
    expect(await reasonOf()).toBe('AsExpected');
  });

  it('is one of many', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `many-${index}`);
    await Promise.all(names.map((name) => create(`hc-${name}`, name)));
    const clusters = await Promise.all(names.map((name) => whole(`hc-${name}`, name)));
    expect(new Set(clusters.map(({ spec }) => spec.infraID)).size).toBe(20);
  });

  it('publishes the versions that the operator supports', async () => {
    const { items } = await client.list(resources.configMaps, {
      labelSelector: 'hypershift.openshift.io/supported-versions=true',
    });
    expect(JSON.parse(String(items[0]?.data?.['supported-versions'])).versions).toContain('4.20');
  });
});

describe('a sandbox that is started again', () => {
  it('goes on with what was begun, and kubeconfigs stay good', async () => {
    await create('hc-before', 'before');
    await whole('hc-before', 'before');
    const kubeconfig = await adminKubeconfig('hc-before', 'before');
    await stop();
    await start(1);
    await create('hc-halfway', 'halfway');
    await until(async () => (await clusterAt('hc-halfway', 'halfway'))?.spec.clusterID !== undefined);
    await stop();
    await start(0);
    await whole('hc-halfway', 'halfway');
    const guest = guestOf(kubeconfig);
    expect((await guest.list(nodes)).items).toHaveLength(2);
    guest.close();
  });
});

const run = promisify(execFile);
const hasKubectl = await run('kubectl', ['version', '--client']).then(
  () => true,
  () => false,
);
if (!hasKubectl && process.env['CI']) throw new Error('kubectl is not installed');
if (!hasKubectl) console.log('skipped: kubectl against the sandbox, because kubectl is not installed');

describe.skipIf(!hasKubectl)('kubectl', () => {
  it('shows the cluster on the management side and its nodes in the hosted cluster', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'berth-kubectl-'));
    const kubectl = async (kubeconfig: string, ...args: string[]) => {
      const path = join(directory, 'kubeconfig');
      await writeFile(path, kubeconfig, { mode: 0o600 });
      return (await run('kubectl', ['--kubeconfig', path, ...args])).stdout;
    };
    try {
      await create('hc-seen', 'seen');
      await whole('hc-seen', 'seen');
      const listed = await kubectl(sandbox.kubeconfig, 'get', 'hostedclusters,nodepools', '-n', 'hc-seen');
      expect(listed).toMatch(/hostedcluster\S*\/seen\s+4\.20\.3\s/);
      const admin = await adminKubeconfig('hc-seen', 'seen');
      const shown = await kubectl(admin, 'get', 'nodes', '--no-headers');
      expect(
        shown
          .trim()
          .split('\n')
          .map((line) => line.split(/\s+/).slice(0, 3)),
      ).toEqual([
        ['seen-workers-0', 'Ready', 'worker'],
        ['seen-workers-1', 'Ready', 'worker'],
      ]);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });
});
