import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, configMap, makeNamespace, nodePool, openAnyApi, poolsIn, tableType } from './api-world.ts';

let api: Api;
let close: () => Promise<void>;
let namespace: string;
let maps: string;

const colors = ['red', 'green', 'blue'];

beforeAll(async () => {
  ({ api, close } = await openAnyApi());
  namespace = await makeNamespace(api);
  maps = `/api/v1/namespaces/${namespace}/configmaps`;
  for (let index = 0; index < 9; index += 1) {
    const labels = { color: colors[index % 3], index: String(index) };
    await api.call('POST', maps, { body: configMap(`m${index}`, { v: String(index) }, { labels }) });
  }
});
afterAll(() => close());

const own = 'labelSelector=index';
const namesOf = (list: { items: { metadata: { name: string } }[] }) =>
  list.items.map(({ metadata }) => metadata.name);
const list = async (query: string) => (await api.call('GET', `${maps}?${query}`)).body;

describe('lists', () => {
  it('are sorted, and carry the version that a watch may start from', async () => {
    const body = await list(own);
    expect(body).toMatchObject({ kind: 'ConfigMapList', apiVersion: 'v1' });
    expect(namesOf(body)).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8']);
    expect(Number(body.metadata.resourceVersion)).toBeGreaterThan(0);
    // As from kube-apiserver, items of built-in kinds do not repeat what they are.
    expect(body.items[0].kind).toBeUndefined();
  });

  it.each([
    ['labelSelector=color%3Dred', ['m0', 'm3', 'm6']],
    ['labelSelector=color+in+(red,blue),index+notin+(0,2)', ['m3', 'm5', 'm6', 'm8']],
    ['labelSelector=color%21%3Dred,index', ['m1', 'm2', 'm4', 'm5', 'm7', 'm8']],
    ['labelSelector=%21color,index', []],
    ['labelSelector=index%3E6', ['m7', 'm8']],
    ['fieldSelector=metadata.name%3Dm4', ['m4']],
    [
      `${own}&fieldSelector=metadata.name%21%3Dm4,metadata.name%21%3Dm0`,
      ['m1', 'm2', 'm3', 'm5', 'm6', 'm7', 'm8'],
    ],
  ])('keep to %s', async (query, names) => {
    expect(namesOf(await list(query))).toEqual(names);
  });

  it('refuse selectors they do not understand', async () => {
    expect((await api.call('GET', `${maps}?labelSelector=a+b`)).code).toBe(400);
    expect((await api.call('GET', `${maps}?fieldSelector=data.v%3D1`)).code).toBe(400);
  });

  it('reach over all namespaces', async () => {
    const other = await makeNamespace(api);
    await api.call('POST', `/api/v1/namespaces/${other}/configmaps`, {
      body: configMap('far', {}, { labels: { index: 'far' } }),
    });
    const { body } = await api.call('GET', `/api/v1/configmaps?labelSelector=index+in+(far,0)`);
    expect(namesOf(body)).toEqual(expect.arrayContaining(['far', 'm0']));
  });

  it('come in pages of one moment', async () => {
    const first = await list(`${own}&limit=4`);
    expect(namesOf(first)).toEqual(['m0', 'm1', 'm2', 'm3']);
    await api.call('POST', maps, { body: configMap('m55', {}, { labels: { index: 'late' } }) });
    await api.call('DELETE', `${maps}/m8`);
    const second = await list(`${own}&limit=4&continue=${first.metadata.continue}`);
    const third = await list(`${own}&limit=4&continue=${second.metadata.continue}`);
    expect([namesOf(second), namesOf(third)]).toEqual([['m4', 'm5', 'm6', 'm7'], ['m8']]);
    expect(third.metadata.continue).toBeUndefined();
    expect(third.metadata.resourceVersion).toBe(first.metadata.resourceVersion);
    expect(namesOf(await list(own))).toContain('m55');
  });

  it('count what remains when nothing narrows them', async () => {
    const body = await list('limit=2');
    const all = await list('');
    expect(body.metadata.remainingItemCount).toBe(all.items.length - 2);
  });

  it('of a moment in the past are exact', async () => {
    const before = await list(own);
    await api.call('POST', maps, { body: configMap('m99', {}, { labels: { index: '99' } }) });
    const at = `resourceVersion=${before.metadata.resourceVersion}&resourceVersionMatch=Exact`;
    expect(namesOf(await list(`${own}&${at}`))).toEqual(namesOf(before));
  });

  it('of a moment in the future are not there yet', async () => {
    const { code, body } = await api.call('GET', `${maps}?resourceVersion=999999999999`);
    expect([code, body.reason]).toEqual([504, 'Timeout']);
    expect(body.details.causes[0].reason).toBe('ResourceVersionTooLarge');
  });

  it.each(['continue=nonsense', 'limit=x', 'resourceVersion=x'])('refuse %s', async (query) => {
    expect((await api.call('GET', `${maps}?${query}`)).code).toBe(400);
  });
});

describe('tables', () => {
  it('show a built-in kind as kubectl does', async () => {
    const { body } = await api.call('GET', `${maps}?fieldSelector=metadata.name%3Dm1`, { accept: tableType });
    expect(body.kind).toBe('Table');
    expect(body.columnDefinitions.map(({ name }: { name: string }) => name)).toEqual(['Name', 'Data', 'Age']);
    expect(body.rows[0].cells.slice(0, 2)).toEqual(['m1', 1]);
    expect(body.rows[0].object).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { name: 'm1' } });
  });

  it('show the printer columns of a custom resource', async () => {
    const pools = poolsIn(namespace);
    await api.call('POST', pools, { body: nodePool('shown', { replicas: 3 }) });
    const { body } = await api.call('GET', pools, { accept: tableType });
    expect(body.columnDefinitions[1].name).toBe('Cluster');
    expect(body.rows[0].cells.slice(0, 3)).toEqual(['shown', 'one', 3]);
  });
});

describe('single objects', () => {
  it('come as JSON, YAML, metadata or not at all', async () => {
    const get = (accept: string) => api.call('GET', `${maps}/m1`, { accept });
    expect((await get('application/json')).body).toMatchObject({
      kind: 'ConfigMap',
      apiVersion: 'v1',
      data: { v: '1' },
    });
    expect((await get('application/yaml')).body).toMatch(/^kind: ConfigMap$/m);
    const partial = await get('application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io');
    expect(partial.body).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { name: 'm1' } });
    expect((await get('image/png')).code).toBe(406);
  });

  it('that are not there are a Status', async () => {
    const { code, body } = await api.call('GET', `${poolsIn(namespace)}/none`);
    expect(code).toBe(404);
    expect(body).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'nodepools.hypershift.openshift.io "none" not found',
      reason: 'NotFound',
      details: { name: 'none', group: 'hypershift.openshift.io', kind: 'nodepools' },
      code: 404,
    });
  });
});

describe('who asks', () => {
  it('matters', async () => {
    expect((await api.call('GET', maps, { token: 'wrong' })).code).toBe(401);
    const anonymous = await api.call('GET', maps, { token: '' });
    expect([anonymous.code, anonymous.body.reason]).toEqual([403, 'Forbidden']);
    expect((await api.call('GET', '/readyz', { token: '' })).body).toBe('ok');
  });

  it('can be a ServiceAccount with a token that was asked for', async () => {
    const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;
    await api.call('POST', accounts, { body: { metadata: { name: 'bot' } } });
    const issued = await api.call('POST', `${accounts}/bot/token`, {
      body: { spec: { expirationSeconds: 600 } },
    });
    expect(issued.code).toBe(201);
    const review = await api.call('POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', {
      body: {},
      token: issued.body.status.token,
    });
    expect(review.body.status.userInfo.username).toBe(`system:serviceaccount:${namespace}:bot`);
    await api.call('DELETE', `${accounts}/bot`);
    expect((await api.call('POST', `${accounts}/bot/token`, { body: {} })).code).toBe(404);
  });
});
