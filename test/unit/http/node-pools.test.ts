import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCluster, startTestApp, type TestApp } from '../../harness/http-app.ts';

let test: TestApp;
let clusterId: string;

beforeAll(async () => {
  test = await startTestApp();
  clusterId = (await test.send('POST', '/v1/clusters', { body: newCluster('shop') })).body.cluster.id;
});

afterAll(() => test.close());

const create = (name: string, spec: object = { replicas: 1 }) =>
  test.send('POST', '/v1/node-pools', { body: { name, clusterId, spec } });

describe('node pools over HTTP', () => {
  it('answers a create with 202, the operation and the pool', async () => {
    const reply = await create('extra', { autoscaling: { min: 0, max: 3 }, arch: 'arm64' });

    expect([reply.status, reply.headers['etag']]).toEqual([202, '"1.1"']);
    const { operation, nodePool } = reply.body;
    expect(reply.headers['location']).toBe(`https://berth.example.org/v1/operations/${operation.id}`);
    expect(operation).toMatchObject({
      type: 'nodePool.create',
      target: { kind: 'nodePool', id: nodePool.id, clusterId },
    });
    expect(nodePool).toMatchObject({
      name: 'extra',
      clusterId,
      spec: { autoscaling: { min: 0, max: 3 }, arch: 'arm64' },
      status: { phase: 'queued', replicas: { desired: 0, ready: 0 }, operationId: operation.id },
    });
  });

  it('gives back every field that was sent', async () => {
    const spec = {
      replicas: 2,
      version: '4.20.3',
      arch: 'amd64',
      platform: {
        instanceType: 'm6i.xlarge',
        instanceProfile: 'workers',
        rootVolume: {
          sizeGiB: 120,
          type: 'gp3',
          iops: 3000,
          accessModes: ['ReadWriteOnce'],
          volumeMode: 'Block',
          cacheStrategy: 'PVC',
        },
        cores: 4,
        memory: '16Gi',
        qosClass: 'Guaranteed',
        networkMultiqueue: 'Enable',
        additionalNetworks: ['default/blue'],
        attachDefaultNetwork: false,
        nodeSelector: { zone: 'a' },
        hostDevices: [{ name: 'nvidia.com/A100', count: 2 }],
        agentLabelSelector: { matchLabels: { rack: '7' } },
      },
      management: {
        upgradeType: 'replace',
        strategy: 'rollingUpdate',
        maxSurge: '25%',
        maxUnavailable: 0,
        autoRepair: true,
      },
      labels: { role: 'db' },
      taints: [{ key: 'db', value: 'yes', effect: 'NoSchedule' }],
      drainTimeout: 'PT10M',
      volumeDetachTimeout: 'PT5M',
      zone: 'eu-west-1a',
      pause: false,
    };
    const made = await create('full', spec);

    const reply = await test.send('GET', `/v1/node-pools/${made.body.nodePool.id}`);

    expect(reply.body.spec).toEqual(spec);
  });

  it('changes and deletes', async () => {
    const { id } = (await create('short')).body.nodePool;
    const url = `/v1/node-pools/${id}`;

    const changed = await test.send('PATCH', url, {
      body: { spec: { replicas: 4 } },
      headers: { 'if-match': '"1.1"' },
    });
    const deleted = await test.send('DELETE', url);

    expect([changed.status, changed.headers['etag'], changed.body.nodePool.spec.replicas]).toEqual([
      202,
      '"2.2"',
      4,
    ]);
    expect([deleted.status, deleted.body.nodePool.status.phase]).toEqual([202, 'deleting']);
  });

  it('lists by cluster and name', async () => {
    const all = await test.send('GET', `/v1/node-pools?clusterId=${clusterId}&limit=500`);
    const named = await test.send('GET', `/v1/node-pools?clusterId=${clusterId}&name=w`);
    const other = await test.send('GET', '/v1/node-pools?clusterId=cl_01jc8vr3n2e9qsyw6x5m7tzzzz');

    expect(all.body.items.length).toBeGreaterThan(1);
    expect(named.body.items.map(({ name }: { name: string }) => name)).toEqual(['w']);
    expect(other.body.items).toEqual([]);
  });

  it('does not find the cluster of another tenant', async () => {
    const reply = await test.send('POST', '/v1/node-pools', {
      body: { name: 'foreign', clusterId, spec: { replicas: 1 } },
      key: test.keys.globex,
    });

    expect(reply.status).toBe(404);
  });

  it.each([
    ['x'.repeat(47), { replicas: 1 }, '/name'],
    ['pool', { replicas: 1, management: { maxSurge: '101%' } }, '/spec/management/maxSurge'],
    ['pool', { replicas: 1, management: { maxSurge: 1.5 } }, '/spec/management/maxSurge'],
    ['pool', { replicas: 1, drainTimeout: '10m' }, '/spec/drainTimeout'],
    ['pool', { replicas: 1, taints: [{ key: 'a' }] }, '/spec/taints/0/effect'],
    ['pool', { replicas: 1, labels: { a: '\n' } }, '/spec/labels/a'],
    ['pool', { replicas: 1, platform: { cores: 0 } }, '/spec/platform/cores'],
  ])('refuses %s %j', async (name, spec, pointer) => {
    const reply = await create(name, spec);

    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, pointer]);
  });
});

describe('operations over HTTP', () => {
  it('are listed by target, cluster and state', async () => {
    const { operation, nodePool } = (await create('listed')).body;

    const byTarget = await test.send('GET', `/v1/operations?targetId=${nodePool.id}`);
    const byCluster = await test.send('GET', `/v1/operations?clusterId=${clusterId}&limit=2`);
    const ended = await test.send('GET', '/v1/operations?state=succeeded');

    expect(byTarget.body.items).toEqual([operation]);
    expect(byCluster.body.items[0]).toEqual(operation);
    expect(byCluster.body.nextCursor).toBeTypeOf('string');
    expect(ended.body.items).toEqual([]);
    expect((await test.send('GET', '/v1/operations?targetId=op_01jc8vr3n2e9qsyw6x5m7tzzzz')).status).toBe(
      400,
    );
  });

  it('have an entity tag', async () => {
    const { operation } = (await create('etagged')).body;
    const url = `/v1/operations/${operation.id}`;
    const { headers } = await test.send('GET', url);

    expect(headers['etag']).toBe('"1.1"');
    expect((await test.send('GET', url, { headers: { 'if-none-match': '"1.1"' } })).status).toBe(304);
  });
});
