import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCluster, startTestApp, type TestApp } from '../../harness/http-app.ts';

let test: TestApp;
let ids: string[];

beforeAll(async () => {
  test = await startTestApp();
  ids = [];
  for (const name of ['a', 'b', 'c'])
    ids.push((await test.send('POST', '/v1/clusters', { body: newCluster(name) })).body.cluster.id);
});

afterAll(() => test.close());

const sequences = (reply: { body: { items: { sequence: number }[] } }) =>
  reply.body.items.map(({ sequence }) => sequence);

describe('events', () => {
  it('are CloudEvents', async () => {
    const { body } = await test.send('GET', '/v1/events?limit=1');

    expect(body.items).toEqual([
      {
        specversion: '1.0',
        id: expect.stringMatching(/^ev_/),
        source: 'https://berth.example.org',
        type: 'berth.cluster.created.v1',
        subject: ids[0],
        time: expect.any(String),
        datacontenttype: 'application/json',
        sequence: 1,
        clusterid: ids[0],
        data: { operationId: expect.stringMatching(/^op_/), generation: 1 },
      },
    ]);
  });

  it('are paged in their order', async () => {
    const first = await test.send('GET', '/v1/events?limit=2');
    const second = await test.send('GET', `/v1/events?limit=2&cursor=${first.body.nextCursor}`);

    expect([sequences(first), sequences(second)]).toEqual([[1, 2], [3]]);
    expect(first.headers['link']).toContain('/v1/events?limit=2&cursor=');
    expect(second.body).not.toHaveProperty('nextCursor');
  });

  it('can be followed from a sequence', async () => {
    expect(sequences(await test.send('GET', '/v1/events?afterSequence=2'))).toEqual([3]);
    expect(sequences(await test.send('GET', '/v1/events?afterSequence=3'))).toEqual([]);
  });

  it('go on after the cursor when the list began at a sequence', async () => {
    const first = await test.send('GET', '/v1/events?afterSequence=1&limit=1');
    const next = new URL(/<([^>]+)>/.exec(first.headers['link'] ?? '')?.[1] ?? '');

    expect(sequences(await test.send('GET', `${next.pathname}${next.search}`))).toEqual([3]);
  });

  it('cannot start at two places', async () => {
    const { body } = await test.send('GET', '/v1/events?limit=1');

    const reply = await test.send('GET', `/v1/events?afterSequence=1&cursor=${body.nextCursor}`);

    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/afterSequence']);
  });

  it('can be filtered by cluster and type', async () => {
    expect(sequences(await test.send('GET', `/v1/events?clusterId=${ids[1]}`))).toEqual([2]);
    expect(sequences(await test.send('GET', '/v1/events?type=berth.cluster.deleted.v1'))).toEqual([]);
    expect((await test.send('GET', '/v1/events?type=berth.cluster.made.v1')).status).toBe(400);
  });

  it("are the tenant's own", async () => {
    expect((await test.send('GET', '/v1/events', { key: test.keys.globex })).body.items).toEqual([]);
  });
});
