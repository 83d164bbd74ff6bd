import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newCluster, startTestApp, type TestApp } from '../../harness/http-app.ts';

let test: TestApp;
let count = 0;

beforeAll(async () => {
  test = await startTestApp();
});

beforeEach(() => {
  test.world.calls.length = 0;
});

afterAll(() => test.close());

const waits = () => test.world.calls.filter((call) => call.startsWith('wait'));

const createdCluster = async () => {
  count += 1;
  const { body } = await test.send('POST', '/v1/clusters', { body: newCluster(`waited-${count}x`) });
  return { id: body.cluster.id as string, operationId: body.operation.id as string };
};

const someWait = () => vi.waitFor(() => expect(waits()).toHaveLength(1));

describe('waiting', () => {
  it('holds the answer to a create until its operation has ended', async () => {
    const held = test.send('POST', '/v1/clusters?wait=30s', { body: newCluster('held') });
    await someWait();
    const [operationId = ''] = test.world.waiters.keys();
    for (const [id, cluster] of test.world.clusters)
      test.world.clusters.set(id, { ...cluster, revision: 9, status: { ...cluster.status, phase: 'ready' } });
    test.endOperation(operationId);
    const reply = await held;

    expect(waits()).toEqual(['waitForOperation 30']);
    expect(reply.status).toBe(202);
    expect(reply.body.operation).toMatchObject({
      id: operationId,
      state: 'succeeded',
      progress: { percent: 100 },
    });
    expect(reply.body.cluster).toMatchObject({ name: 'held', revision: 9, status: { phase: 'ready' } });
    expect(reply.headers['etag']).toBe('"1.9"');
    expect(reply.headers['retry-after']).toBeUndefined();
    expect(reply.headers['preference-applied']).toBeUndefined();
    test.world.waiters.clear();
  });

  it.each([
    ['?wait=5s', '', 5],
    ['?wait=PT7S', '', 7],
    ['?wait=PT1M', '', 60],
    ['?wait=60s', '', 60],
    ['', 'wait=9', 9],
    ['', 'respond-async, wait="12"', 12],
    ['', 'wait=600', 60],
    ['?wait=3s', 'wait=50', 3],
  ])('reads %s %s as %i seconds', async (query, prefer, seconds) => {
    const { operationId } = await createdCluster();
    test.endOperation(operationId);
    test.world.calls.length = 0;

    const reply = await test.send(
      'GET',
      `/v1/operations/${operationId}${query}`,
      prefer === '' ? {} : { headers: { prefer } },
    );

    expect(waits()).toEqual([`waitForOperation ${seconds}`]);
    expect(reply.headers['preference-applied']).toBe(query === '' ? `wait=${seconds}` : undefined);
  });

  it.each(['wait=61s', 'wait=PT61S', 'wait=PT2M', 'wait=1h', 'wait=5', 'wait=-1s', 'wait=1.5s', 'wait='])(
    'refuses ?%s',
    async (query) => {
      const reply = await test.send('POST', `/v1/clusters?${query}`, { body: newCluster('refused') });

      expect([reply.status, reply.body.errors[0].in, reply.body.errors[0].pointer]).toEqual([
        400,
        'query',
        '/wait',
      ]);
      expect(test.world.calls).toEqual([]);
    },
  );

  it.each(['wait=abc', 'wait', 'foo=bar', 'handling=lenient; wait=4', 'waiting=5'])(
    'ignores the preference %s that it does not know',
    async (prefer) => {
      const { operationId } = await createdCluster();

      const reply = await test.send('GET', `/v1/operations/${operationId}`, { headers: { prefer } });

      expect([reply.status, waits()]).toEqual([200, []]);
    },
  );

  it('does not wait for an operation that has ended', async () => {
    const send = (query: string) =>
      test.send('POST', `/v1/clusters${query}`, {
        body: newCluster('ended'),
        headers: { 'idempotency-key': 'ended' },
      });
    const { body } = await send('');
    test.endOperation(body.operation.id);
    const operation = test.world.operations.get(body.operation.id);
    vi.spyOn(test.services.clusters, 'createCluster').mockResolvedValueOnce({
      resource: test.world.clusters.get(body.cluster.id)!,
      operation: operation!,
      replayed: true,
    });

    const replay = await send('?wait=30s');

    expect([replay.status, replay.headers['idempotent-replayed'], waits()]).toEqual([202, 'true', []]);
  });

  it('does not wait for zero seconds', async () => {
    const { id } = await createdCluster();

    expect((await test.send('DELETE', `/v1/clusters/${id}?wait=0s`)).status).toBe(202);
    expect(waits()).toEqual([]);
  });

  it('holds the read of a cluster until its current operation has ended', async () => {
    const { id, operationId } = await createdCluster();
    const held = test.send('GET', `/v1/clusters/${id}?wait=20s&waitFor=ready`);
    await someWait();
    test.endOperation(operationId);

    expect((await held).status).toBe(200);
    expect(waits()).toEqual(['waitForOperation 20']);
  });

  it('does not hold the read of a cluster that is where it should be', async () => {
    const { id } = await createdCluster();
    const cluster = test.world.clusters.get(id);
    if (cluster === undefined) throw new Error('no cluster');
    test.world.clusters.set(id, { ...cluster, status: { ...cluster.status, phase: 'ready' } });

    expect((await test.send('GET', `/v1/clusters/${id}?wait=20s&waitFor=ready`)).body.status.phase).toBe(
      'ready',
    );
    expect(waits()).toEqual([]);
  });

  it('answers a delete with the last that was seen when everything is gone at the end of the wait', async () => {
    const { id } = await createdCluster();
    const held = test.send('DELETE', `/v1/clusters/${id}`, { headers: { prefer: 'wait=30' } });
    await someWait();
    test.world.clusters.delete(id);
    const operation = [...test.world.operations.values()].find(
      ({ type, target }) => type === 'cluster.delete' && target.id === id,
    );
    test.endOperation(operation?.id ?? '');
    const reply = await held;

    expect(reply.status).toBe(202);
    expect(reply.headers['preference-applied']).toBe('wait=30');
    expect(reply.body).toMatchObject({
      operation: { state: 'succeeded' },
      cluster: { id, status: { phase: 'deleting' } },
    });
    expect((await test.send('GET', `/v1/clusters/${id}`)).status).toBe(404);
  });

  it('tells when to look again while an operation runs', async () => {
    const { operationId } = await createdCluster();

    const running = await test.send('GET', `/v1/operations/${operationId}`);
    test.endOperation(operationId);
    const ended = await test.send('GET', `/v1/operations/${operationId}`);

    expect([running.headers['retry-after'], ended.headers['retry-after']]).toEqual(['5', undefined]);
    expect(running.headers['etag']).not.toBe(ended.headers['etag']);
  });
});
