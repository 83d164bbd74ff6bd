import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCluster, startTestApp, type TestApp } from '../../harness/http-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});

afterAll(() => test.close());

describe('projects over HTTP', () => {
  it('are made, read, labelled and deleted', async () => {
    const made = await test.send('POST', '/v1/projects', {
      body: { name: 'payments', labels: { team: 'pay' } },
    });
    const url = `/v1/projects/${made.body.id}`;

    expect([made.status, made.headers['location'], made.headers['etag']]).toEqual([
      201,
      `https://berth.example.org${url}`,
      '"1.1"',
    ]);
    expect((await test.send('GET', url)).body).toEqual({
      id: made.body.id,
      name: 'payments',
      tenantId: 'ten_01jc8vr3n2e9qsyw6x5m7t0001',
      labels: { team: 'pay' },
      generation: 1,
      revision: 1,
      createdAt: made.body.createdAt,
      updatedAt: made.body.updatedAt,
    });

    const changed = await test.send('PATCH', url, { body: { labels: { team: null, env: 'prod' } } });
    expect([changed.status, changed.headers['etag'], changed.body.labels]).toEqual([
      200,
      '"2.2"',
      { env: 'prod' },
    ]);

    const deleted = await test.send('DELETE', url);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await test.send('GET', url)).status).toBe(404);
  });

  it('are listed with the default one', async () => {
    const { body } = await test.send('GET', '/v1/projects', { key: test.keys.globex });

    expect(body.items.map(({ name }: { name: string }) => name)).toEqual(['default']);
  });

  it('cannot be deleted while they have clusters', async () => {
    const { body } = await test.send('POST', '/v1/clusters', { body: newCluster('keeps') });

    const reply = await test.send('DELETE', `/v1/projects/${body.cluster.projectId}`);

    expect([reply.status, reply.body.code]).toEqual([409, 'resource-in-use']);
  });

  it.each([{}, { name: 'other' }, { labels: null }, { labels: { a: 1 } }])(
    'refuse the patch %j',
    async (body) => {
      const reply = await test.send('PATCH', '/v1/projects/prj_01jc8vr3n2e9qsyw6x5m7t0002', { body });

      expect(reply.status).toBe(400);
    },
  );
});
