import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpWorld, type HttpWorld } from '../../harness/http-world.ts';

let world: HttpWorld;
const total = 23;

beforeAll(async () => {
  world = await createHttpWorld();
  for (let index = 0; index < total; index += 1) {
    const labels = { parity: index % 2 === 0 ? 'even' : 'odd', index: `${index}` };
    await world.send('POST', '/v1/clusters', { body: world.clusterBody(`c-${index}x`, { labels }) });
  }
});

afterAll(async () => {
  expect(world.checks.failures).toEqual([]);
  await world.close();
});

/** Follows the Link field from page to page and gives the names of each page. */
const follow = async (start: string, onPage?: (names: string[]) => Promise<void>): Promise<string[][]> => {
  const pages: string[][] = [];
  let url: string | undefined = start;
  while (url !== undefined) {
    const reply = await world.send('GET', url);
    expect(reply.status).toBe(200);
    const names = reply.body.items.map(({ name }: { name: string }) => name);
    pages.push(names);
    await onPage?.(names);
    const next: URL | undefined =
      URL.parse(/<([^>]+)>/.exec(reply.headers['link'] ?? '')?.[1] ?? '') ?? undefined;
    expect(next?.searchParams.get('cursor') ?? undefined).toBe(reply.body.nextCursor);
    url = next === undefined ? undefined : `${next.pathname}${next.search}`;
  }
  return pages;
};

const newestFirst = Array.from({ length: total }, (_, index) => `c-${total - 1 - index}x`);

describe('pages over PostgreSQL', () => {
  it.each([1, 7, 23, 24, 500])('of %i are together the whole list, newest first', async (limit) => {
    const pages = await follow(`/v1/clusters?limit=${limit}`);

    expect(pages.flat()).toEqual(newestFirst);
    expect(pages).toHaveLength(Math.ceil(total / limit));
  });

  it('hold what the filter says, on every page', async () => {
    const pages = await follow('/v1/clusters?limit=5&label=parity=even');

    expect(pages.flat()).toEqual(newestFirst.filter((_, index) => (total - 1 - index) % 2 === 0));
    expect((await follow('/v1/clusters?label=parity=even&label=index=3')).flat()).toEqual([]);
    expect((await follow('/v1/clusters?label=parity=odd&label=index=3')).flat()).toEqual(['c-3x']);
  });

  it('neither skip nor repeat while clusters come', async () => {
    let count = 0;
    const pages = await follow('/v1/clusters?limit=6&phase=queued', async () => {
      count += 1;
      await world.send('POST', '/v1/clusters', { body: world.clusterBody(`late-${count}x`) });
    });

    expect(pages.flat()).toEqual(newestFirst);
  });
});
