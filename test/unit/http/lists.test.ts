import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCluster, startTestApp, type TestApp } from '../../harness/http-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
  for (const [index, env] of ['prod', 'test', 'prod', 'prod', 'test'].entries())
    await test.send('POST', '/v1/clusters', {
      body: { ...newCluster(`c${index}`), labels: { env, tier: 'gold' } },
    });
});

afterAll(() => test.close());

const names = (reply: { body: { items: { name: string }[] } }) => reply.body.items.map(({ name }) => name);

describe('lists', () => {
  it('gives pages that together are the whole list', async () => {
    const first = await test.send('GET', '/v1/clusters?limit=2');
    const second = await test.send('GET', `/v1/clusters?limit=2&cursor=${first.body.nextCursor}`);
    const third = await test.send('GET', `/v1/clusters?limit=2&cursor=${second.body.nextCursor}`);

    expect([names(first), names(second), names(third)]).toEqual([['c4', 'c3'], ['c2', 'c1'], ['c0']]);
    expect(third.body).not.toHaveProperty('nextCursor');
    expect(third.headers['link']).toBeUndefined();
  });

  it('names the next page by the public address', async () => {
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.example',
      host: 'evil.example',
    };

    const reply = await test.send('GET', '/v1/clusters?limit=1&label=env=prod&label=tier=gold', { headers });

    expect(reply.headers['link']).toBe(
      `<https://berth.example.org/v1/clusters?limit=1&label=env%3Dprod&label=tier%3Dgold&cursor=${reply.body.nextCursor}>; rel="next"`,
    );
    const next = new URL(/<([^>]+)>/.exec(reply.headers['link'] ?? '')?.[1] ?? '');
    expect(names(await test.send('GET', `${next.pathname}${next.search}`))).toEqual(['c2']);
    expect(JSON.stringify(reply)).not.toContain('evil');
  });

  it.each([
    ['name=c2', ['c2']],
    ['name=none', []],
    ['label=env=prod', ['c3', 'c2', 'c0']],
    ['label=env=prod&label=tier=silver', []],
    ['label=env=test&label=env=test', ['c4', 'c1']],
    ['phase=queued&name=c1', ['c1']],
    ['phase=ready', []],
  ])('filters by %s', async (query, expected) => {
    expect(names(await test.send('GET', `/v1/clusters?${query}`))).toEqual(expected);
  });

  it('keeps a cursor to its list, its filter and its tenant', async () => {
    const { body } = await test.send('GET', '/v1/clusters?limit=1&label=env=prod');
    const cursor = body.nextCursor as string;
    const other = cursor.startsWith('A') ? 'B' : 'A';
    const attempts = [
      `/v1/clusters?limit=1&cursor=${cursor}`,
      `/v1/clusters?label=env=test&cursor=${cursor}`,
      `/v1/node-pools?cursor=${cursor}`,
      `/v1/events?cursor=${cursor}`,
      `/v1/clusters?label=env=prod&cursor=${other}${cursor.slice(1)}`,
      `/v1/clusters?label=env=prod&cursor=${cursor}A`,
      `/v1/clusters?label=env=prod&cursor=${cursor.slice(0, -1)}`,
      '/v1/clusters?cursor=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      '/v1/clusters?cursor=x',
    ];
    for (const url of attempts) {
      const reply = await test.send('GET', url);
      expect([url, reply.status, reply.body.code]).toEqual([url, 400, 'invalid-cursor']);
    }
    const foreign = await test.send('GET', `/v1/clusters?label=env=prod&cursor=${cursor}`, {
      key: test.keys.globex,
    });
    expect(foreign.status).toBe(400);
    const own = await test.send('GET', `/v1/clusters?limit=2&label=env=prod&cursor=${cursor}`);
    expect(names(own)).toEqual(['c2', 'c0']);
  });

  it('goes on where it was when items come and go between pages', async () => {
    const first = await test.send('GET', '/v1/node-pools?limit=2');
    const last = first.body.items[1];
    test.world.nodePools.delete(last.id);
    await test.send('POST', '/v1/clusters', { body: newCluster('later') });

    const second = await test.send('GET', `/v1/node-pools?limit=2&cursor=${first.body.nextCursor}`);

    const ids = second.body.items.map(({ id }: { id: string }) => id);
    expect(ids).toHaveLength(2);
    expect(ids.every((id: string) => id < last.id)).toBe(true);
  });

  it('has cursors of different secrets that do not fit each other', async () => {
    const elsewhere = await startTestApp({ cursorSecret: Buffer.alloc(32, 8) });
    const { body } = await test.send('GET', '/v1/clusters?limit=1');

    expect((await elsewhere.send('GET', `/v1/clusters?cursor=${body.nextCursor}`)).status).toBe(400);
    await elsewhere.close();
  });
});
