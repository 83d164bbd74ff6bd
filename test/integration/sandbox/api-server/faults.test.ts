import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Fault } from '../../../../src/sandbox/api-server/api-server.ts';
import { configMap, makeNamespace, openWorld, type World } from './api-world.ts';

let world: World;
let maps: string;

beforeAll(async () => {
  world = await openWorld();
  maps = `/api/v1/namespaces/${await makeNamespace(world.api)}/configmaps`;
});
afterEach(() => world.server.faults.clear());
afterAll(() => world.close());

const set = (fault: Fault, verb?: 'list' | 'get' | 'watch' | 'create', times?: number) =>
  world.server.faults.set({
    when: { kind: 'ConfigMap', ...(verb ? { verb } : {}) },
    fault,
    ...(times === undefined ? {} : { times }),
  });
const list = (query = '') => world.api.call('GET', `${maps}?${query}`);

describe('faults', () => {
  it('answer with a Status of any code, and say when to come back', async () => {
    set({ type: 'status', code: 429, retryAfterSeconds: 7 }, 'list', 1);
    const { code, body, headers } = await list();
    expect([code, headers['retry-after'], body.reason, body.details.retryAfterSeconds]).toEqual([
      429,
      '7',
      'TooManyRequests',
      7,
    ]);
    expect((await list()).code).toBe(200);
  });

  it.each([500, 503, 401, 403])('answer with %i', async (code) => {
    const fault = set({ type: 'status', code });
    expect((await list()).code).toBe(code);
    expect(fault.hits()).toBe(1);
  });

  it('touch only what they are meant for', async () => {
    set({ type: 'status', code: 500 }, 'create');
    expect((await list()).code).toBe(200);
    expect((await world.api.call('GET', '/api/v1/namespaces')).code).toBe(200);
    expect((await world.api.call('POST', maps, { body: configMap('x') })).code).toBe(500);
  });

  it('answer with a web page, or with a redirection', async () => {
    set({ type: 'html' }, 'list', 1);
    const page = await list();
    expect([page.code, page.headers['content-type']]).toEqual([200, 'text/html']);
    set({ type: 'redirect', location: 'http://169.254.169.254/' }, 'list', 1);
    const moved = await list();
    expect([moved.code, moved.headers.location]).toEqual([302, 'http://169.254.169.254/']);
  });

  it('delay an answer', async () => {
    set({ type: 'delay', ms: 80 });
    const start = performance.now();
    expect((await list()).code).toBe(200);
    expect(performance.now() - start).toBeGreaterThan(75);
  });

  it('leave a request without an answer', async () => {
    set({ type: 'hang' }, 'list', 1);
    const answer = list().catch(() => 'cut');
    const other = await Promise.race([answer, world.api.call('GET', '/api/v1/namespaces')]);
    expect(other).toMatchObject({ code: 200 });
  });

  it('cut the connection, before the work or after it', async () => {
    set({ type: 'reset' }, 'create', 1);
    await expect(world.api.call('POST', maps, { body: configMap('never') })).rejects.toThrow();
    expect((await world.api.call('GET', `${maps}/never`)).code).toBe(404);
    set({ type: 'lose-reply' }, 'create', 1);
    await expect(world.api.call('POST', maps, { body: configMap('unheard') })).rejects.toThrow();
    expect((await world.api.call('GET', `${maps}/unheard`)).code).toBe(200);
  });

  it('call every version too old', async () => {
    for (const name of ['page-1', 'page-2']) await world.api.call('POST', maps, { body: configMap(name) });
    set({ type: 'expired' });
    const { body } = await list('limit=1');
    expect((await list(`limit=1&continue=${body.metadata.continue}`)).code).toBe(410);
    const watch = await world.api.watch(
      `${maps}?watch=true&resourceVersion=${body.metadata.resourceVersion}`,
    );
    await watch.ended;
    expect(watch.events).toMatchObject([{ type: 'ERROR', object: { code: 410 } }]);
  });
});

describe('faults of a watch', () => {
  const start = async (fault: Fault) => {
    const { body } = await list();
    set(fault, 'watch', 1);
    return world.api.watch(
      `${maps}?watch=true&allowWatchBookmarks=true&resourceVersion=${body.metadata.resourceVersion}`,
    );
  };
  let made = 0;
  const make = async () => {
    made += 1;
    await world.api.call('POST', maps, { body: configMap(`watched-${made}`) });
  };

  it('cut it in the middle of a line', async () => {
    const watch = await start({ type: 'cut-watch', afterEvents: 1, midLine: true });
    await make();
    await make();
    expect(await watch.ended).toBe(false);
    expect(watch.events.map(({ type }) => type)).toEqual(['ADDED', 'GARBAGE']);
  });

  it('say everything twice', async () => {
    const watch = await start({ type: 'duplicate-events' });
    await make();
    await vi.waitFor(() => expect(watch.events).toHaveLength(2));
    expect(watch.events[0]).toEqual(watch.events[1]);
    watch.close();
  });

  it('send lines that are no event', async () => {
    const watch = await start({ type: 'garbage-events' });
    await make();
    await vi.waitFor(() => expect(watch.events.map(({ type }) => type)).toEqual(['GARBAGE', 'ADDED']));
    watch.close();
  });

  it('keep it open and silent', async () => {
    const watch = await start({ type: 'blackhole-watch' });
    const other = await world.api.watch(
      `${maps}?watch=true&resourceVersion=0&fieldSelector=metadata.name%3Dlast`,
    );
    await make();
    await world.api.call('POST', maps, { body: configMap('last') });
    await vi.waitFor(() => expect(other.events).toHaveLength(1));
    expect(watch.events).toEqual([]);
    for (const each of [watch, other]) each.close();
  });

  it('reorder what comes close together', async () => {
    const watch = await start({ type: 'reorder-events' });
    await Promise.all([make(), make(), make()]);
    await vi.waitFor(() => expect(watch.events).toHaveLength(3));
    const versions = watch.events.map(({ object }) => Number(object.metadata.resourceVersion));
    expect(versions).not.toEqual(versions.toSorted((left, right) => left - right));
    watch.close();
  });
});
