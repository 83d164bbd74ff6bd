import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Api,
  configMap,
  jsonPatchType,
  makeNamespace,
  mergeType,
  nodePool,
  openAnyApi,
  poolsIn,
} from './api-world.ts';

let api: Api;
let close: () => Promise<void>;
let namespace: string;
let maps: string;
let pools: string;

beforeAll(async () => {
  ({ api, close } = await openAnyApi());
  namespace = await makeNamespace(api);
  maps = `/api/v1/namespaces/${namespace}/configmaps`;
  pools = poolsIn(namespace);
});
afterAll(() => close());

const create = async (path: string, body: object) => (await api.call('POST', path, { body })).body;

describe('create', () => {
  it('sets what only the server sets, whatever the client says', async () => {
    const body = configMap(
      'system-fields',
      { a: 'b' },
      { uid: 'mine', creationTimestamp: '2001-01-01T00:00:00Z' },
    );
    const answer = await api.call('POST', maps, { body });
    expect(answer.code).toBe(201);
    const { metadata } = answer.body;
    expect(metadata.uid).toMatch(/^[0-9a-f-]{36}$/);
    expect(metadata.creationTimestamp > '2020').toBe(true);
    expect(Number(metadata.resourceVersion)).toBeGreaterThan(0);
    expect(metadata.managedFields).toMatchObject([
      { manager: 'tester', operation: 'Update', fieldsV1: { 'f:data': { '.': {}, 'f:a': {} } } },
    ]);
  });

  it('draws a name from generateName', async () => {
    const { body } = await api.call('POST', maps, { body: { metadata: { generateName: 'gen-' } } });
    expect(body.metadata.name).toMatch(/^gen-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  });

  it('refuses a name that is taken', async () => {
    await create(maps, configMap('taken'));
    const answer = await api.call('POST', maps, { body: configMap('taken') });
    expect(answer.code).toBe(409);
    expect(answer.body).toMatchObject({
      kind: 'Status',
      status: 'Failure',
      reason: 'AlreadyExists',
      message: 'configmaps "taken" already exists',
      details: { name: 'taken', kind: 'configmaps' },
    });
  });

  it('names every problem of the metadata at once', async () => {
    const body = configMap('Bad_Name', {}, { labels: { ok: 'not ok' } });
    const { code, body: status } = await api.call('POST', maps, { body });
    expect(code).toBe(422);
    expect(status.reason).toBe('Invalid');
    expect(status.details.causes.map(({ field }: { field: string }) => field)).toEqual(
      expect.arrayContaining(['metadata.name', 'metadata.labels']),
    );
  });

  it('needs its namespace', async () => {
    const { code, body } = await api.call('POST', '/api/v1/namespaces/nowhere/configmaps', {
      body: configMap('a'),
    });
    expect([code, body.message]).toEqual([404, 'namespaces "nowhere" not found']);
  });

  it('stores nothing in a dry run', async () => {
    const { code } = await api.call('POST', `${maps}?dryRun=All`, { body: configMap('dry') });
    expect(code).toBe(201);
    expect((await api.call('GET', `${maps}/dry`)).code).toBe(404);
  });

  it('drops a status, counts generations, fills in defaults', async () => {
    const body = { ...nodePool('fresh'), status: { replicas: 5 } };
    const pool = await create(pools, body);
    expect(pool.status).toBeUndefined();
    expect(pool.metadata.generation).toBe(1);
    expect(pool.spec.arch).toBe('amd64');
  });

  it('checks the schema of its kind', async () => {
    const { code, body } = await api.call('POST', pools, { body: nodePool('bad', { replicas: 'three' }) });
    expect(code).toBe(422);
    expect(body.message).toContain(
      'spec.replicas: Invalid value: "string": spec.replicas in body must be of type integer: "string"',
    );
  });
});

describe('unknown fields', () => {
  const body = { ...configMap('unknown'), foo: 1 };

  it('are dropped with a warning', async () => {
    const answer = await api.call('POST', maps, { body });
    expect(answer.code).toBe(201);
    expect(answer.body.foo).toBeUndefined();
    expect(answer.headers['warning']).toBe('299 - "unknown field \\"foo\\""');
  });

  it('are refused when the request is strict', async () => {
    const answer = await api.call('POST', `${maps}?fieldValidation=Strict`, { body });
    expect(answer.code).toBe(400);
    expect(answer.body.message).toContain('strict decoding error: unknown field "foo"');
  });
});

describe('replace', () => {
  it('refuses an old resourceVersion', async () => {
    const first = await create(maps, configMap('versions', { a: '1' }));
    const at = { resourceVersion: first.metadata.resourceVersion };
    const second = await api.call('PUT', `${maps}/versions`, { body: configMap('versions', { a: '2' }, at) });
    expect(second.code).toBe(200);
    const third = await api.call('PUT', `${maps}/versions`, { body: configMap('versions', { a: '3' }, at) });
    expect(third.code).toBe(409);
    expect(third.body.message).toBe(
      'Operation cannot be fulfilled on configmaps "versions": the object has been modified; please apply your changes to the latest version and try again',
    );
  });

  it('of a custom resource demands a resourceVersion', async () => {
    await create(pools, nodePool('unconditional'));
    const { code, body } = await api.call('PUT', `${pools}/unconditional`, {
      body: nodePool('unconditional'),
    });
    expect(code).toBe(422);
    expect(body.message).toContain(
      'metadata.resourceVersion: Invalid value: 0: must be specified for an update',
    );
  });

  it('cannot rename, and cannot mean another object', async () => {
    await create(maps, configMap('fixed'));
    expect((await api.call('PUT', `${maps}/fixed`, { body: configMap('other') })).code).toBe(400);
    const foreign = configMap('fixed', {}, { uid: '00000000-0000-0000-0000-000000000000' });
    expect((await api.call('PUT', `${maps}/fixed`, { body: foreign })).code).toBe(409);
  });

  it('creates a lease that is not there, but no config map', async () => {
    const leases = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
    const lease = { metadata: { name: 'l' }, spec: { holderIdentity: 'x' } };
    expect((await api.call('PUT', `${leases}/l`, { body: lease })).code).toBe(201);
    expect((await api.call('PUT', `${maps}/missing`, { body: configMap('missing') })).code).toBe(404);
  });
});

describe('patch', () => {
  it('bumps neither version nor generation when nothing changes', async () => {
    const before = await create(pools, nodePool('no-op', { replicas: 1 }));
    const { body } = await api.call('PATCH', `${pools}/no-op`, {
      type: mergeType,
      body: { spec: { replicas: 1 } },
    });
    expect(body.metadata).toEqual(before.metadata);
  });

  it('bumps the generation for the spec, and not for labels or status', async () => {
    await create(pools, nodePool('generations'));
    const patch = async (path: string, body: object) =>
      (await api.call('PATCH', `${pools}/generations${path}`, { type: mergeType, body })).body;
    expect((await patch('', { spec: { replicas: 2 } })).metadata.generation).toBe(2);
    expect((await patch('', { metadata: { labels: { a: 'b' } } })).metadata.generation).toBe(2);
    const withStatus = await patch('/status', { status: { replicas: 2 }, spec: { replicas: 9 } });
    expect([withStatus.metadata.generation, withStatus.spec.replicas, withStatus.status.replicas]).toEqual([
      2, 2, 2,
    ]);
    const ignored = await patch('', { status: { replicas: 7 } });
    expect(ignored.status.replicas).toBe(2);
  });

  it('fits or is refused, by JSON patch', async () => {
    await create(maps, configMap('json-patch', { a: '1' }));
    const patch = (body: unknown) => api.call('PATCH', `${maps}/json-patch`, { type: jsonPatchType, body });
    const moved = await patch([
      { op: 'test', path: '/data/a', value: '1' },
      { op: 'move', from: '/data/a', path: '/data/b' },
    ]);
    expect(moved.body.data).toEqual({ b: '1' });
    expect((await patch([{ op: 'remove', path: '/data/none' }])).code).toBe(422);
    expect((await patch({ not: 'a list' })).code).toBe(400);
  });

  it('of an unknown kind is refused', async () => {
    await create(pools, nodePool('media'));
    const strategic = 'application/strategic-merge-patch+json';
    expect((await api.call('PATCH', `${pools}/media`, { type: strategic, body: {} })).code).toBe(415);
    expect((await api.call('PATCH', `${maps}/x`, { type: 'text/plain', body: 'x' })).code).toBe(415);
  });

  it('may not touch what is immutable', async () => {
    await create(pools, nodePool('immutable'));
    const { code, body } = await api.call('PATCH', `${pools}/immutable`, {
      type: mergeType,
      body: { spec: { clusterName: 'two' } },
    });
    expect(code).toBe(422);
    expect(body.details.causes[0]).toMatchObject({ field: 'spec.clusterName', reason: 'FieldValueInvalid' });
  });

  it('loses nothing when twenty come at once', async () => {
    await create(maps, configMap('race', {}));
    const names = Array.from({ length: 20 }, (_, index) => `k${index}`);
    const answers = await Promise.all(
      names.map((name) =>
        api.call('PATCH', `${maps}/race`, { type: mergeType, body: { data: { [name]: 'x' } } }),
      ),
    );
    expect(answers.map(({ code }) => code)).toEqual(names.map(() => 200));
    const { body } = await api.call('GET', `${maps}/race`);
    expect(Object.keys(body.data).toSorted()).toEqual(names.toSorted());
  });
});

describe('the scale subresource', () => {
  it('reads and writes replicas', async () => {
    await create(pools, nodePool('scaled', { replicas: 1 }));
    const { body } = await api.call('GET', `${pools}/scaled/scale`);
    expect(body).toMatchObject({
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      spec: { replicas: 1 },
      status: { replicas: 0 },
    });
    const patched = await api.call('PATCH', `${pools}/scaled/scale`, {
      type: mergeType,
      body: { spec: { replicas: 4 } },
    });
    expect(patched.body.spec.replicas).toBe(4);
    const pool = (await api.call('GET', `${pools}/scaled`)).body;
    expect([pool.spec.replicas, pool.metadata.generation]).toEqual([4, 2]);
    const negative = await api.call('PATCH', `${pools}/scaled/scale`, {
      type: mergeType,
      body: { spec: { replicas: -1 } },
    });
    expect(negative.code).toBe(422);
  });
});

describe('delete', () => {
  it('answers with what is gone, and then with 404', async () => {
    const { metadata } = await create(maps, configMap('goner'));
    const { code, body } = await api.call('DELETE', `${maps}/goner`);
    expect(code).toBe(200);
    expect(body).toMatchObject({
      kind: 'Status',
      status: 'Success',
      details: { name: 'goner', kind: 'configmaps', uid: metadata.uid },
    });
    expect((await api.call('DELETE', `${maps}/goner`)).code).toBe(404);
  });

  it('keeps to its preconditions', async () => {
    const { metadata } = await create(maps, configMap('guarded'));
    const remove = (preconditions: object) =>
      api.call('DELETE', `${maps}/guarded`, { body: { preconditions } });
    expect((await remove({ uid: 'other' })).code).toBe(409);
    expect((await remove({ resourceVersion: '1' })).code).toBe(409);
    expect((await remove({ uid: metadata.uid, resourceVersion: metadata.resourceVersion })).code).toBe(200);
  });

  it('waits for finalizers, and ends with the last one', async () => {
    await create(pools, nodePool('held', {}, { finalizers: ['a.b/c'] }));
    const marked = (await api.call('DELETE', `${pools}/held`)).body;
    expect(marked.metadata.deletionTimestamp).toBeTypeOf('string');
    expect(marked.metadata.generation).toBe(2);
    const again = (await api.call('DELETE', `${pools}/held`)).body;
    expect(again.metadata.resourceVersion).toBe(marked.metadata.resourceVersion);
    const more = await api.call('PATCH', `${pools}/held`, {
      type: mergeType,
      body: { metadata: { finalizers: ['a.b/c', 'd.e/f'] } },
    });
    expect(more.code).toBe(422);
    const last = await api.call('PATCH', `${pools}/held`, {
      type: mergeType,
      body: { metadata: { finalizers: [] } },
    });
    expect(last.code).toBe(200);
    expect((await api.call('GET', `${pools}/held`)).code).toBe(404);
  });

  it('of the collection deletes what the selector matches', async () => {
    await create(maps, configMap('many-1', {}, { labels: { group: 'many' } }));
    await create(maps, configMap('many-2', {}, { labels: { group: 'many' } }));
    await create(maps, configMap('kept'));
    expect((await api.call('DELETE', `${maps}?labelSelector=group%3Dmany`)).code).toBe(200);
    const { body } = await api.call('GET', maps);
    const names = body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
    expect(names).not.toContain('many-1');
    expect(names).toContain('kept');
  });
});

describe('paths that lead nowhere', () => {
  it.each([
    ['GET', '/apis/hypershift.openshift.io/v1beta1/unknown', 404],
    ['GET', '/apis/no.such.group/v1', 404],
    ['GET', '/api/v1/unknown', 404],
    ['POST', '/nope', 404],
    ['GET', '/api/v1/namespaces/default/nodes', 404],
    ['POST', '/api/v1/configmaps', 405],
    ['DELETE', '/api/v1/namespaces', 405],
    ['DELETE', '/apis/hypershift.openshift.io/v1beta1/nodepools', 404],
    ['PUT', '/apis/hypershift.openshift.io/v1beta1/namespaces/default/nodepools', 400],
  ])('%s %s answers %i', async (method, path, code) => {
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
    expect((await api.call(method, path, body)).code).toBe(code);
  });
});
