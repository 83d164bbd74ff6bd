import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newCluster, startTestApp, type TestApp } from '../../harness/http-app.ts';

let test: TestApp;
let url: string;
let unreadyUrl: string;

const makeCluster = async (name: string) => {
  const { body } = await test.send('POST', '/v1/clusters', { body: newCluster(name) });
  return body.cluster.id as string;
};

beforeAll(async () => {
  test = await startTestApp();
  const id = await makeCluster('ready');
  const cluster = test.world.clusters.get(id);
  if (cluster === undefined) throw new Error('no cluster');
  const endpoints = { api: 'https://api.ready.example.org:6443' };
  test.world.clusters.set(id, { ...cluster, status: { ...cluster.status, endpoints } });
  url = `/v1/clusters/${id}/kubeconfig`;
  unreadyUrl = `/v1/clusters/${await makeCluster('unready')}/kubeconfig`;
});

beforeEach(() => {
  test.world.calls.length = 0;
});

afterAll(() => test.close());

const text = 'apiVersion: v1\nkind: Config\nclusters:\n- name: ready\n';

describe('kubeconfig', () => {
  it('is JSON with its end, and is not to be stored', async () => {
    const reply = await test.send('GET', url);

    expect(reply.body).toEqual({ kubeconfig: text, expiresAt: '2026-11-30T13:00:00.000Z' });
    expect([reply.headers['cache-control'], reply.headers['vary']]).toEqual(['no-store', 'Accept']);
    expect(test.world.calls).toEqual(['issueKubeconfig 3600']);
  });

  it.each(['application/yaml', 'application/yaml, application/json;q=0.9'])(
    'is YAML to Accept: %s',
    async (accept) => {
      const reply = await test.send('GET', url, { headers: { accept } });

      expect([reply.status, reply.headers['content-type'], reply.text]).toEqual([
        200,
        'application/yaml; charset=utf-8',
        text,
      ]);
      expect(reply.headers['cache-control']).toBe('no-store');
    },
  );

  it.each([
    ['PT10M', 600],
    ['PT1H30M', 5_400],
    ['P1D', 86_400],
    ['PT86400S', 86_400],
  ])('lives for %s', async (ttl, seconds) => {
    await test.send('GET', `${url}?ttl=${ttl}`);

    expect(test.world.calls).toEqual([`issueKubeconfig ${seconds}`]);
  });

  it.each(['PT9M59S', 'P1DT1S', 'P2D', 'PT0S', '1h', '3600', 'PT', 'P', 'PT1H1', 'P1Y', '-PT1H', ''])(
    'cannot live for %s',
    async (ttl) => {
      const reply = await test.send('GET', `${url}?ttl=${ttl}`);

      expect([reply.status, reply.body.errors[0].in, reply.body.errors[0].pointer]).toEqual([
        400,
        'query',
        '/ttl',
      ]);
      expect(test.world.calls).toEqual([]);
    },
  );

  it('is not there before the control plane answers', async () => {
    const reply = await test.send('GET', unreadyUrl);

    expect([reply.status, reply.body.code, reply.body.retryable, reply.headers['retry-after']]).toEqual([
      409,
      'not-ready',
      true,
      '30',
    ]);
  });

  it('is not for viewers, nor for other tenants', async () => {
    expect((await test.send('GET', url, { key: test.keys.acmeViewer })).status).toBe(403);
    expect((await test.send('GET', url, { key: test.keys.globex })).status).toBe(404);
  });
});
