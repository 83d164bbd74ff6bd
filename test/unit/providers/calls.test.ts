import { afterEach, describe, expect, it } from 'vitest';
import {
  connectManagementCluster,
  type ManagementClusterOptions,
} from '../../../src/providers/management-cluster/connect-management-cluster.ts';
import type { ManagementCluster } from '../../../src/providers/management-cluster/contract.ts';
import {
  answer,
  answerStatus,
  configMapNamed,
  kubeconfigOf,
  type Script,
  type ScriptedServer,
  startScriptedServer,
} from './scripted-server.ts';

const REF = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'hc-one', name: 'settings' };
const OBJECT = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'settings', namespace: 'hc-one' },
  data: { a: '1' },
};
const PATH = '/api/v1/namespaces/hc-one/configmaps/settings';
const ABSENT = { name: 'settings', kind: 'configmaps' };

let server: ScriptedServer;
let cluster: ManagementCluster;

const connect = async (script: Script, options: ManagementClusterOptions = {}) => {
  server = await startScriptedServer(script);
  cluster = connectManagementCluster(
    { kubeconfig: kubeconfigOf(server.url) },
    { timeoutMs: 2_000, ...options },
  );
};

afterEach(async () => {
  await cluster.close();
  await server.close();
});

const answerSettings: Script = (_request, response) => answer(response, 200, configMapNamed('settings'));

describe('apply', () => {
  it('is a server-side apply as berth, with force, and says so in the content type', async () => {
    await connect(answerSettings);
    await cluster.apply(OBJECT);
    const [request] = server.seen;
    expect(request).toMatchObject({
      method: 'PATCH',
      path: PATH,
      query: { fieldManager: 'berth', force: 'true' },
      headers: {
        'content-type': 'application/apply-patch+yaml',
        authorization: 'Bearer secret-token-of-berth',
      },
    });
    expect(JSON.parse(request?.body ?? '')).toEqual(OBJECT);
  });

  it('sends back what was read without the bookkeeping of the server, and with the fields that we do not know', async () => {
    await connect(answerSettings);
    await cluster.apply({
      ...OBJECT,
      unheardOf: { at: '2026-08-22T12:00:00.123456Z' },
      metadata: {
        ...OBJECT.metadata,
        uid: 'u',
        resourceVersion: '7',
        generation: 3,
        creationTimestamp: '2026-08-22T12:00:00Z',
        managedFields: [],
      } as never,
      status: { phase: 'Active' },
    });
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({
      ...OBJECT,
      unheardOf: { at: '2026-08-22T12:00:00.123456Z' },
      metadata: { ...OBJECT.metadata, uid: 'u', resourceVersion: '7' },
    });
  });
});

describe('create', () => {
  it('posts to the collection', async () => {
    await connect((_request, response) => answer(response, 201, configMapNamed('settings')));
    expect(await cluster.create(OBJECT)).toMatchObject({
      created: true,
      object: { metadata: { uid: 'uid-of-settings' } },
    });
    expect(server.seen[0]).toMatchObject({
      method: 'POST',
      path: '/api/v1/namespaces/hc-one/configmaps',
      query: { fieldManager: 'berth' },
      headers: { 'content-type': 'application/json' },
    });
  });

  it('reports the existing object as it is', async () => {
    await connect(({ method }, response) =>
      method === 'POST'
        ? answerStatus(response, 409, 'AlreadyExists')
        : answer(response, 200, configMapNamed('settings', { data: { a: 'old' } })),
    );
    expect(await cluster.create(OBJECT)).toMatchObject({ created: false, object: { data: { a: 'old' } } });
  });

  it('is a conflict when the existing object is gone before it is read', async () => {
    await connect(({ method }, response) =>
      method === 'POST'
        ? answerStatus(response, 409, 'AlreadyExists')
        : answerStatus(response, 404, 'NotFound', { details: ABSENT }),
    );
    await expect(cluster.create(OBJECT)).rejects.toMatchObject({ kind: 'conflict' });
  });
});

describe('merge patch', () => {
  it('carries the uid that must still be there, and the content type of RFC 7396', async () => {
    await connect(answerSettings);
    await cluster.mergePatch(
      REF,
      { data: { a: null }, metadata: { labels: { x: 'y' } } },
      { uid: 'uid-of-settings' },
    );
    expect(server.seen[0]?.headers['content-type']).toBe('application/merge-patch+json');
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({
      data: { a: null },
      metadata: { labels: { x: 'y' }, uid: 'uid-of-settings' },
    });
  });

  it.each([
    ['409', 409, 'another object has the name now'],
    ['422', 422, 'another object has the name now'],
    ['422 and nothing left to look at', 422, 'the object is gone'],
  ])('is a conflict when another uid is answered %s, as apply is', async (_what, status, why) => {
    await connect(({ method }, response) => {
      if (method === 'PATCH') return answerStatus(response, status, 'Refused');
      if (why === 'the object is gone') return answerStatus(response, 404, 'NotFound', { details: ABSENT });
      return answer(response, 200, configMapNamed('settings'));
    });
    const expected = { kind: 'conflict', message: `ConfigMap settings: ${why}` };
    await expect(cluster.mergePatch(REF, {}, { uid: 'mine' })).rejects.toMatchObject(expected);
    const late = { ...OBJECT, metadata: { ...OBJECT.metadata, uid: 'mine' } };
    await expect(cluster.apply(late)).rejects.toMatchObject(expected);
  });

  it('stays invalid when the object is the right one and the patch is wrong', async () => {
    await connect(({ method }, response) =>
      method === 'PATCH'
        ? answerStatus(response, 422, 'Invalid')
        : answer(response, 200, configMapNamed('settings')),
    );
    await expect(cluster.mergePatch(REF, { data: 7 }, { uid: 'uid-of-settings' })).rejects.toMatchObject({
      kind: 'invalid',
    });
  });
});

describe('delete', () => {
  it('always names the uid', async () => {
    await connect((_request, response) =>
      answer(response, 200, { kind: 'Status', apiVersion: 'v1', status: 'Success' }),
    );
    expect(await cluster.delete(REF, { uid: 'uid-of-settings' })).toBe('deleting');
    expect(server.seen[0]).toMatchObject({ method: 'DELETE', path: PATH, query: {} });
    expect(JSON.parse(server.seen[0]?.body ?? '')).toMatchObject({
      kind: 'DeleteOptions',
      preconditions: { uid: 'uid-of-settings' },
      propagationPolicy: 'Background',
    });
  });

  it.each([
    ['gone', undefined, 'absent'],
    ['another', configMapNamed('settings', { metadata: { name: 'settings', uid: 'other' } }), 'uid-changed'],
    [
      'on its way',
      configMapNamed('settings', {
        metadata: { name: 'settings', uid: 'uid-of-settings', deletionTimestamp: 'now' },
      }),
      'deleting',
    ],
  ])('looks when the server reports a conflict: %s', async (_what, current, outcome) => {
    await connect(({ method }, response) => {
      if (method === 'DELETE') return answerStatus(response, 409, 'Conflict');
      if (current) return answer(response, 200, current);
      answerStatus(response, 404, 'NotFound', { details: ABSENT });
    });
    expect(await cluster.delete(REF, { uid: 'uid-of-settings' })).toBe(outcome);
  });

  it('is a conflict when the server refuses the right object', async () => {
    await connect(({ method }, response) =>
      method === 'DELETE'
        ? answerStatus(response, 409, 'Conflict')
        : answer(response, 200, configMapNamed('settings')),
    );
    await expect(cluster.delete(REF, { uid: 'uid-of-settings' })).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('takes the 404 of a missing namespace for no proof that the object is gone', async () => {
    await connect((_request, response) =>
      answerStatus(response, 404, 'NotFound', { details: { name: 'hc-one', kind: 'namespaces' } }),
    );
    await expect(cluster.delete(REF, { uid: 'u' })).rejects.toMatchObject({ kind: 'conflict' });
  });
});
