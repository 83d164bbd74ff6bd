import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { configMap, makeNamespace, openWorld, type World } from './api-world.ts';

let world: World;
let maps: string;

beforeAll(async () => {
  world = await openWorld({ historySize: 50, bookmarkMs: 50 });
  maps = `/api/v1/namespaces/${await makeNamespace(world.api)}/configmaps`;
  for (const name of ['a', 'b', 'c']) await world.api.call('POST', maps, { body: configMap(name) });
});
afterAll(() => world.close());

const list = async (query = '') => world.api.call('GET', `${maps}?${query}`);

describe('history', () => {
  it('that was compacted is 410 inside the stream of a watch', async () => {
    const { body } = await list();
    await world.api.call('POST', maps, { body: configMap('d') });
    await world.server.compact();
    const watch = await world.api.watch(
      `${maps}?watch=true&resourceVersion=${body.metadata.resourceVersion}`,
    );
    expect(await watch.ended).toBe(true);
    expect(watch.events).toMatchObject([
      { type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired', status: 'Failure' } },
    ]);
    expect(watch.events[0]?.object.message).toMatch(/^too old resource version: \d+ \(\d+\)$/);
  });

  it('up to now can still be watched from', async () => {
    await world.server.compact();
    const { body } = await list();
    const watch = await world.api.watch(
      `${maps}?watch=true&resourceVersion=${body.metadata.resourceVersion}`,
    );
    await world.api.call('POST', maps, { body: configMap('e') });
    await vi.waitFor(() =>
      expect(watch.events[0]).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'e' } } }),
    );
    watch.close();
  });

  it('ends a list in pages with 410 and a token to go on with', async () => {
    const first = await list('limit=1');
    await world.api.call('POST', maps, { body: configMap('f') });
    await world.server.compact();
    const expired = await list(`limit=10&continue=${first.body.metadata.continue}`);
    expect([expired.code, expired.body.reason]).toEqual([410, 'Expired']);
    const { body } = await list(`limit=10&continue=${expired.body.metadata.continue}`);
    expect(body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toEqual(
      expect.arrayContaining(['b', 'f']),
    );
  });

  it('of a moment that is gone cannot be listed', async () => {
    const { body } = await list();
    await world.api.call('POST', maps, { body: configMap('g') });
    await world.server.compact();
    const { code } = await list(
      `resourceVersion=${body.metadata.resourceVersion}&resourceVersionMatch=Exact`,
    );
    expect(code).toBe(410);
  });

  it('is cut by itself to the size that was set', async () => {
    const { body } = await list();
    for (let index = 0; index < 80; index += 1) {
      await world.api.call('POST', maps, { body: configMap(`many-${index}`) });
      await world.api.call('DELETE', `${maps}/many-${index}`);
    }
    await vi.waitFor(async () => {
      const { rows } = await world.database.pool.query(
        'SELECT count(*)::int AS n FROM sandbox.versions WHERE replaced_by IS NOT NULL',
      );
      expect(rows[0].n).toBeLessThan(120);
    });
    const watch = await world.api.watch(
      `${maps}?watch=true&resourceVersion=${body.metadata.resourceVersion}`,
    );
    await watch.ended;
    expect(watch.events[0]?.object.code).toBe(410);
  });

  it('goes on in bookmarks while nothing happens to what is watched', async () => {
    const { body } = await list();
    const watch = await world.api.watch(
      `${maps}?watch=true&allowWatchBookmarks=true&resourceVersion=${body.metadata.resourceVersion}`,
    );
    await world.api.call('POST', '/api/v1/namespaces', { body: { metadata: { name: 'elsewhere' } } });
    await vi.waitFor(() => {
      const last = watch.events.at(-1);
      expect(last?.type).toBe('BOOKMARK');
      expect(Number(last?.object.metadata.resourceVersion)).toBeGreaterThan(
        Number(body.metadata.resourceVersion),
      );
    });
    watch.close();
  });
});
