import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type Api,
  configMap,
  makeNamespace,
  mergeType,
  nodePool,
  type OpenWatch,
  openAnyApi,
  poolsIn,
} from './api-world.ts';

let api: Api;
let close: () => Promise<void>;
let maps: string;
let namespace: string;
const open: OpenWatch[] = [];

beforeAll(async () => {
  ({ api, close } = await openAnyApi());
});
afterAll(async () => {
  for (const watch of open) watch.close();
  await close();
});

const startIn = async (query = ''): Promise<OpenWatch> => {
  namespace = await makeNamespace(api);
  maps = `/api/v1/namespaces/${namespace}/configmaps`;
  const { body } = await api.call('GET', maps);
  return watchFrom(body.metadata.resourceVersion, query);
};

const watchFrom = async (version: string, query = ''): Promise<OpenWatch> => {
  const watch = await api.watch(`${maps}?watch=true&resourceVersion=${version}${query}`);
  open.push(watch);
  return watch;
};

const put = (name: string, labels: object, data: object = {}) =>
  api.call('POST', maps, { body: configMap(name, data, { labels }) });
const label = (name: string, labels: object) =>
  api.call('PATCH', `${maps}/${name}`, { type: mergeType, body: { metadata: { labels } } });

const seen = ({ events }: OpenWatch) =>
  events.map(({ type, object }) => `${type} ${object.metadata?.name ?? object.message}`);
const expectSeen = (watch: OpenWatch, expected: readonly string[]) =>
  vi.waitFor(() => expect(seen(watch).filter((line) => !line.includes('kube-root-ca'))).toEqual(expected), {
    timeout: 5000,
  });

describe('watches', () => {
  it('tell of every change in order, with the version of each', async () => {
    const watch = await startIn();
    await put('a', {});
    await label('a', { x: 'y' });
    await put('b', {});
    await api.call('DELETE', `${maps}/a`);
    await expectSeen(watch, ['ADDED a', 'MODIFIED a', 'ADDED b', 'DELETED a']);
    const versions = watch.events.map(({ object }) => Number(object.metadata.resourceVersion));
    expect(versions).toEqual(versions.toSorted((left, right) => left - right));
    expect(new Set(versions).size).toBe(4);
    expect(watch.events[0]?.object).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1' });
  });

  it('show an object come and go as it starts and stops to match', async () => {
    const watch = await startIn('&labelSelector=on%3Dyes');
    await put('a', { on: 'no' });
    await label('a', { on: 'yes' });
    await label('a', { on: 'yes', more: 'x' });
    await label('a', { on: 'no' });
    await label('a', { more: 'y' });
    await put('b', { on: 'yes' });
    await api.call('DELETE', `${maps}/b`);
    await expectSeen(watch, ['ADDED a', 'MODIFIED a', 'DELETED a', 'ADDED b', 'DELETED b']);
    expect(watch.events[2]?.object.metadata.labels).toEqual({ on: 'yes', more: 'x' });
  });

  it('keep to one name', async () => {
    const watch = await startIn('&fieldSelector=metadata.name%3Db');
    await put('a', {});
    await put('b', {});
    await expectSeen(watch, ['ADDED b']);
  });

  it('go on where another one ended', async () => {
    const first = await startIn();
    await put('a', {});
    await expectSeen(first, ['ADDED a']);
    first.close();
    await put('b', {});
    await api.call('DELETE', `${maps}/a`);
    const second = await watchFrom(first.events.at(-1)?.object.metadata.resourceVersion);
    await expectSeen(second, ['ADDED b', 'DELETED a']);
  });

  it('begin with the present state when no version is asked for', async () => {
    await startIn();
    await put('a', {});
    await put('b', {});
    const watch = await watchFrom('0');
    await expectSeen(watch, ['ADDED a', 'ADDED b']);
    await put('c', {});
    await expectSeen(watch, ['ADDED a', 'ADDED b', 'ADDED c']);
  });

  it('mark the end of the initial events when asked', async () => {
    await startIn();
    await put('a', {});
    const watch = await watchFrom(
      '',
      '&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true',
    );
    await vi.waitFor(() => expect(watch.events.at(-1)?.type).toBe('BOOKMARK'), { timeout: 5000 });
    expect(watch.events.at(-1)?.object.metadata.annotations).toEqual({ 'k8s.io/initial-events-end': 'true' });
    expect(seen(watch)).toContain('ADDED a');
  });

  it('end properly after timeoutSeconds', async () => {
    const watch = await startIn('&timeoutSeconds=1');
    expect(await watch.ended).toBe(true);
  });

  it('send each event in the form that was asked for', async () => {
    namespace = await makeNamespace(api);
    const pools = poolsIn(namespace);
    await api.call('POST', pools, { body: nodePool('a') });
    const plain = await api.watch(`${pools}?watch=true&timeoutSeconds=1`);
    await plain.ended;
    expect(plain.events).toMatchObject([
      { type: 'ADDED', object: { kind: 'NodePool', spec: { clusterName: 'one' } } },
    ]);
  });

  it('refuse combinations that make no sense', async () => {
    const { code, body } = await api.call('GET', `${maps}?watch=true&sendInitialEvents=true`);
    expect([code, body.details.causes[0].field]).toEqual([422, 'resourceVersionMatch']);
  });

  it('lose nothing under many writers', async () => {
    const watch = await startIn();
    const names = Array.from({ length: 60 }, (_, index) => `many-${index}`);
    await Promise.all(
      names.map(async (name) => {
        await put(name, {});
        await label(name, { x: 'y' });
        await api.call('DELETE', `${maps}/${name}`);
      }),
    );
    await vi.waitFor(() => expect(watch.events.length).toBeGreaterThanOrEqual(180), { timeout: 10_000 });
    for (const name of names) {
      const own = watch.events.filter(({ object }) => object.metadata.name === name).map(({ type }) => type);
      expect(own).toEqual(['ADDED', 'MODIFIED', 'DELETED']);
    }
  });
});
