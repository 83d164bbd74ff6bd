import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Api,
  applyType,
  configMap,
  makeNamespace,
  mergeType,
  nodePool,
  openAnyApi,
  poolsIn,
} from './api-world.ts';

let api: Api;
let close: () => Promise<void>;
let maps: string;
let pools: string;

beforeAll(async () => {
  ({ api, close } = await openAnyApi());
  const namespace = await makeNamespace(api);
  maps = `/api/v1/namespaces/${namespace}/configmaps`;
  pools = poolsIn(namespace);
});
afterAll(() => close());

const apply = (path: string, body: object, query = 'fieldManager=berth') =>
  api.call('PATCH', `${path}?${query}`, { type: applyType, body });

interface Entry {
  readonly manager: string;
  readonly operation: string;
  readonly subresource?: string;
  readonly fieldsV1: object;
}

const managersOf = (object: { metadata: { managedFields: readonly Entry[] } }) =>
  object.metadata.managedFields.map(({ manager, operation, subresource }) =>
    [manager, operation, subresource].filter((part) => part !== undefined).join(' '),
  );

describe('server-side apply', () => {
  it('creates with 201, changes with 200, and writes nothing when nothing changes', async () => {
    const first = await apply(`${maps}/steps`, configMap('steps', { a: '1' }));
    const second = await apply(`${maps}/steps`, configMap('steps', { a: '2' }));
    const third = await apply(`${maps}/steps`, configMap('steps', { a: '2' }));
    expect([first.code, second.code, third.code]).toEqual([201, 200, 200]);
    expect(third.body.metadata.resourceVersion).toBe(second.body.metadata.resourceVersion);
  });

  it('removes what is no longer applied', async () => {
    await apply(`${maps}/dropped`, configMap('dropped', { a: '1', b: '2' }));
    const { body } = await apply(`${maps}/dropped`, configMap('dropped', { a: '1' }));
    expect(body.data).toEqual({ a: '1' });
  });

  it('reports the fields of others and takes them only with force', async () => {
    await apply(`${maps}/contested`, configMap('contested', { a: '1' }), 'fieldManager=first');
    const refused = await apply(`${maps}/contested`, configMap('contested', { a: '2' }));
    expect(refused.code).toBe(409);
    expect(refused.body).toMatchObject({
      reason: 'Conflict',
      message: 'Apply failed with 1 conflict: conflict with "first": .data.a',
      details: {
        causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "first"', field: '.data.a' }],
      },
    });
    const forced = await apply(
      `${maps}/contested`,
      configMap('contested', { a: '2' }),
      'fieldManager=berth&force=true',
    );
    expect([forced.code, forced.body.data, managersOf(forced.body)]).toEqual([
      200,
      { a: '2' },
      ['berth Apply'],
    ]);
  });

  it('keeps what another writer added', async () => {
    await apply(`${maps}/shared`, configMap('shared', { a: '1' }));
    await api.call('PATCH', `${maps}/shared`, { type: mergeType, body: { data: { b: '2' } } });
    const { body } = await apply(`${maps}/shared`, configMap('shared', {}));
    expect(body.data).toEqual({ b: '2' });
  });

  it('does not own defaults, status or what the status subresource wrote', async () => {
    const first = await apply(`${pools}/owned`, {
      ...nodePool('owned', { replicas: 1 }),
      status: { replicas: 9 },
    });
    expect(first.body.status).toBeUndefined();
    expect(first.body.spec.arch).toBe('amd64');
    expect(JSON.stringify(first.body.metadata.managedFields)).not.toContain('f:arch');
    const status = {
      apiVersion: 'hypershift.openshift.io/v1beta1',
      kind: 'NodePool',
      metadata: { name: 'owned' },
      status: { replicas: 2 },
    };
    await apply(`${pools}/owned/status`, status, 'fieldManager=operator');
    const { body } = await apply(`${pools}/owned`, nodePool('owned', { replicas: 1 }));
    expect(body.status.replicas).toBe(2);
    expect(managersOf(body).toSorted()).toEqual(['berth Apply', 'operator Apply status']);
  });

  it('merges conditions by type, each with its own owner', async () => {
    const node = (type: string) => ({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: nodeName },
      status: { conditions: [{ type, status: 'True' }] },
    });
    const nodeName = `node-${Date.now().toString(36)}`;
    await api.call('POST', '/api/v1/nodes', { body: { metadata: { name: nodeName } } });
    await apply(`/api/v1/nodes/${nodeName}/status`, node('Ready'), 'fieldManager=one');
    const { body } = await apply(
      `/api/v1/nodes/${nodeName}/status`,
      node('DiskPressure'),
      'fieldManager=two',
    );
    expect(body.status.conditions.map(({ type }: { type: string }) => type)).toEqual([
      'Ready',
      'DiskPressure',
    ]);
    const gone = await apply(
      `/api/v1/nodes/${nodeName}/status`,
      { ...node('x'), status: {} },
      'fieldManager=one',
    );
    expect(gone.body.status.conditions.map(({ type }: { type: string }) => type)).toEqual(['DiskPressure']);
    await api.call('DELETE', `/api/v1/nodes/${nodeName}`);
  });

  it('keeps to uid and resourceVersion of the configuration', async () => {
    const first = await apply(`${maps}/meant`, configMap('meant', { a: '1' }));
    const { uid, resourceVersion } = first.body.metadata;
    const meant = (metadata: object) => apply(`${maps}/meant`, configMap('meant', { a: '2' }, metadata));
    expect((await meant({ uid: 'other' })).code).toBe(422);
    expect((await meant({ resourceVersion: '1' })).code).toBe(409);
    expect((await meant({ uid, resourceVersion })).code).toBe(200);
    const gone = await apply(`${maps}/gone`, configMap('gone', {}, { uid }));
    expect([gone.code, gone.body.message]).toEqual([
      409,
      `Operation cannot be fulfilled on configmaps "gone": uid mismatch: the provided object specified uid ${uid}, and no existing object was found`,
    ]);
  });

  it('needs a manager, and refuses fields that the kind does not have', async () => {
    expect((await apply(`${maps}/x`, configMap('x'), '')).code).toBe(422);
    const unknown = await apply(`${maps}/x`, { ...configMap('x'), foo: 1 });
    expect(unknown.body.message).toContain('.foo: field not declared in schema');
    const managed = await apply(`${maps}/x`, configMap('x', {}, { managedFields: [] }));
    expect([managed.code, managed.body.message]).toEqual([400, 'metadata.managedFields must be nil']);
  });

  it('leaves no trace in a dry run', async () => {
    expect((await apply(`${maps}/dry`, configMap('dry'), 'fieldManager=berth&dryRun=All')).code).toBe(201);
    expect((await api.call('GET', `${maps}/dry`)).code).toBe(404);
  });

  it('takes YAML', async () => {
    const body = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: yaml\ndata:\n  a: "1"\n';
    const answer = await api.call('PATCH', `${maps}/yaml?fieldManager=berth`, { type: applyType, body });
    expect([answer.code, answer.body.data]).toEqual([201, { a: '1' }]);
  });
});
