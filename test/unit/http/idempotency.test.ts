import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newCluster, startTestApp, type TestApp } from '../../harness/http-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});

afterAll(() => test.close());

const create = (name: string, key: string, options: { spec?: object; url?: string } = {}) =>
  test.send('POST', options.url ?? '/v1/clusters', {
    body: newCluster(name, options.spec),
    headers: { 'idempotency-key': key },
  });

describe('Idempotency-Key', () => {
  it('answers the same request again with what the first one made', async () => {
    const first = await create('same', 'key-1');
    const second = await create('same', 'key-1');

    expect([first.status, first.headers['idempotent-replayed']]).toEqual([202, undefined]);
    expect([second.status, second.headers['idempotent-replayed']]).toEqual([202, 'true']);
    expect(second.body).toEqual(first.body);
    expect(second.headers['location']).toBe(first.headers['location']);
  });

  it('refuses another body with the same key', async () => {
    await create('first', 'key-2');

    const reply = await create('second', 'key-2');

    expect([reply.status, reply.body.code]).toEqual([422, 'idempotency-key-reused']);
  });

  it('does not care how long the caller wants to wait', async () => {
    await create('waits', 'key-3');

    expect(
      (await create('waits', 'key-3', { url: '/v1/clusters?wait=0s' })).headers['idempotent-replayed'],
    ).toBe('true');
  });

  it('keeps keys of tenants and of routes apart', async () => {
    await create('apart', 'key-4');

    const other = await test.send('POST', '/v1/clusters', {
      body: newCluster('apart'),
      headers: { 'idempotency-key': 'key-4' },
      key: test.keys.globex,
    });
    const project = await test.send('POST', '/v1/projects', {
      body: { name: 'apart' },
      headers: { 'idempotency-key': 'key-4' },
    });

    expect([other.status, other.headers['idempotent-replayed']]).toEqual([202, undefined]);
    expect([project.status, project.headers['idempotent-replayed']]).toEqual([201, undefined]);
  });

  it('hands the services key, route and the hash of method, path and raw body', async () => {
    const seen = vi.spyOn(test.services.clusters, 'createCluster');
    const body = JSON.stringify(newCluster('hashed'), null, 2);

    await test.send('POST', '/v1/clusters?wait=0s', { body, headers: { 'idempotency-key': 'key-5' } });

    expect(seen.mock.calls[0]?.[0].idempotency).toEqual({
      key: 'key-5',
      route: 'POST /v1/clusters',
      requestHash: createHash('sha256').update(`POST /v1/clusters\n${body}`).digest(),
    });
    seen.mockRestore();
  });

  it('makes no claim without a key, and none for methods that are idempotent by nature', async () => {
    const created = vi.spyOn(test.services.clusters, 'createCluster');
    const deleted = vi.spyOn(test.services.clusters, 'deleteCluster');

    const { body } = await test.send('POST', '/v1/clusters', { body: newCluster('keyless') });
    await test.send('DELETE', `/v1/clusters/${body.cluster.id}`, { headers: { 'idempotency-key': 'key-6' } });

    expect(created.mock.calls[0]?.[0].idempotency).toBeUndefined();
    expect(deleted.mock.calls[0]?.[0].idempotency).toBeUndefined();
    vi.restoreAllMocks();
  });

  it.each(['', ' ', 'a b', 'é', 'x'.repeat(256), 'a\tb'])('refuses the key %j', async (key) => {
    const before = test.world.calls.length;

    const reply = await create('refused', key);

    expect([reply.status, reply.body.errors[0].in, reply.body.errors[0].pointer]).toEqual([
      400,
      'header',
      '/Idempotency-Key',
    ]);
    expect(test.world.calls).toHaveLength(before);
  });

  it('takes a key of 255 characters', async () => {
    expect((await create('longest', '!'.repeat(255))).status).toBe(202);
  });

  it('marks replays of what is made at once', async () => {
    const send = () =>
      test.send('POST', '/v1/fleet/tenants', {
        body: { name: 'initech' },
        headers: { 'idempotency-key': 'key-7' },
        key: test.keys.operator,
      });

    expect((await send()).headers['idempotent-replayed']).toBeUndefined();
    expect((await send()).headers['idempotent-replayed']).toBe('true');
  });
});
