import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCluster, startTestApp, type TestApp } from '../../harness/http-app.ts';

let test: TestApp;
let clusterId: string;
let poolId: string;

beforeAll(async () => {
  test = await startTestApp();
  const reply = await test.send('POST', '/v1/clusters', { body: newCluster('patched') });
  clusterId = reply.body.cluster.id;
  const pools = await test.send('GET', `/v1/node-pools?clusterId=${clusterId}`);
  poolId = pools.body.items[0].id;
});

afterAll(() => test.close());

describe('validation of merge patches', () => {
  it.each([[null], [true], ['3'], [[3]], [3.5], [''], [-1]])(
    'refuses replicas %j of a node pool and leaves it alone',
    async (replicas) => {
      const reply = await test.send('PATCH', `/v1/node-pools/${poolId}`, { body: { spec: { replicas } } });

      expect(reply.status).toBe(400);
      expect(reply.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
        '/spec/replicas',
      ]);
      const pool = await test.send('GET', `/v1/node-pools/${poolId}`);
      expect([pool.body.generation, pool.body.spec.replicas]).toEqual([1, 3]);
    },
  );

  it.each([
    [{ spec: { pasued: true } }, '/spec/pasued', 'unknown-field'],
    [{ spec: { pasued: null } }, '/spec/pasued', 'unknown-field'],
    [{ spec: { version: 4 } }, '/spec/version', 'wrong-type'],
    [{ spec: { version: null } }, '/spec/version', 'required'],
    [
      { spec: { platform: { kubevirt: { storageClassMappings: [{ infra: 'a' }] } } } },
      '/spec/platform/kubevirt/storageClassMappings/0/guest',
      'required',
    ],
    [{ spec: { platform: { type: 'aws' } } }, '/spec/platform/aws', 'required'],
    [{ spec: { platform: { none: {} } } }, '/spec/platform/none', 'unknown-field'],
    [{ spec: { network: { serviceCidrs: [null] } } }, '/spec/network/serviceCidrs/0', 'wrong-type'],
    [{ labels: { 'a b': 'c' } }, '/labels/a b', 'invalid-name'],
    [{ labels: null }, '/labels', 'wrong-type'],
    [{ spec: null }, '/spec', 'wrong-type'],
    [{ name: 'other' }, '/name', 'unknown-field'],
    [{ spec: { nodePools: [] } }, '/spec/nodePools', 'unknown-field'],
    [{}, '', 'too-few'],
    [[], '', 'wrong-type'],
  ])('refuses %j', async (body, pointer, code) => {
    const reply = await test.send('PATCH', `/v1/clusters/${clusterId}`, { body });

    expect(reply.status).toBe(400);
    expect(reply.body.errors).toContainEqual(expect.objectContaining({ pointer, code }));
    expect((await test.send('GET', `/v1/clusters/${clusterId}`)).body.generation).toBe(1);
  });

  it('takes null for a member that may be absent, at any depth', async () => {
    const body = {
      spec: { dns: null, controlPlane: { etcd: { storage: null } }, placement: { labels: { tier: null } } },
    };

    const reply = await test.send('PATCH', `/v1/clusters/${clusterId}`, { body });

    expect(reply.status).toBe(202);
    expect(reply.body.cluster.spec).not.toHaveProperty('dns');
    expect(reply.body.cluster.generation).toBe(2);
  });

  it('goes from a fixed number to autoscaling in one patch', async () => {
    const body = { spec: { replicas: null, autoscaling: { min: 2, max: 5 } } };

    const reply = await test.send('PATCH', `/v1/node-pools/${poolId}`, { body });

    expect(reply.status).toBe(202);
    expect(reply.body.nodePool.spec).toEqual({ autoscaling: { min: 2, max: 5 } });
  });
});
