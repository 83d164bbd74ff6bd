import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Api, configMap, makeNamespace, mergeType, nodePool, openAnyApi, poolsIn } from './api-world.ts';

let api: Api;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ api, close } = await openAnyApi());
});
afterAll(() => close());

const codeOf = async (path: string) => (await api.call('GET', path)).code;
const expectGone = (path: string) =>
  vi.waitFor(async () => expect(await codeOf(path)).toBe(404), { timeout: 25_000, interval: 50 });
const unfinalize = (path: string) =>
  api.call('PATCH', path, { type: mergeType, body: { metadata: { finalizers: null } } });

describe('namespaces', () => {
  it('are active, labelled with their name, and have a default ServiceAccount', async () => {
    const name = await makeNamespace(api);
    const { body } = await api.call('GET', `/api/v1/namespaces/${name}`);
    expect(body).toMatchObject({
      metadata: { labels: { 'kubernetes.io/metadata.name': name } },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    });
    await vi.waitFor(
      async () => expect(await codeOf(`/api/v1/namespaces/${name}/serviceaccounts/default`)).toBe(200),
      { timeout: 10_000 },
    );
  });

  it('take their contents with them, and wait for what finalizers hold', async () => {
    const name = await makeNamespace(api);
    const held = `${poolsIn(name)}/held`;
    await api.call('POST', poolsIn(name), { body: nodePool('held', {}, { finalizers: ['a.b/c'] }) });
    await api.call('POST', `/api/v1/namespaces/${name}/configmaps`, { body: configMap('free') });
    const { code, body } = await api.call('DELETE', `/api/v1/namespaces/${name}`);
    expect([code, body.status.phase]).toEqual([200, 'Terminating']);
    await expectGone(`/api/v1/namespaces/${name}/configmaps/free`);
    const late = await api.call('POST', `/api/v1/namespaces/${name}/configmaps`, { body: configMap('late') });
    expect([late.code, late.body.details.causes[0].reason]).toEqual([403, 'NamespaceTerminating']);
    await vi.waitFor(
      async () => {
        const { body: waiting } = await api.call('GET', `/api/v1/namespaces/${name}`);
        const messages = (waiting.status.conditions ?? []).map(({ message }: { message: string }) => message);
        expect(messages).toContain(
          'Some content in the namespace has finalizers remaining: a.b/c in 1 resource instances',
        );
      },
      { timeout: 25_000, interval: 100 },
    );
    expect((await api.call('GET', held)).body.metadata.deletionTimestamp).toBeTypeOf('string');
    await unfinalize(held);
    await expectGone(`/api/v1/namespaces/${name}`);
  });

  it('of the system stay', async () => {
    const { code, body } = await api.call('DELETE', '/api/v1/namespaces/default');
    expect([code, body.message]).toEqual([
      403,
      'namespaces "default" is forbidden: this namespace may not be deleted',
    ]);
  });

  it('have names that are DNS labels', async () => {
    const { code } = await api.call('POST', '/api/v1/namespaces', { body: { metadata: { name: 'a.b' } } });
    expect(code).toBe(422);
  });
});

const makeFamily = async () => {
  const maps = `/api/v1/namespaces/${await makeNamespace(api)}/configmaps`;
  const owner = (await api.call('POST', maps, { body: configMap('owner') })).body;
  const reference = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name: 'owner',
    uid: owner.metadata.uid,
    blockOwnerDeletion: true,
  };
  const adopt = (name: string, owners: readonly object[], extra: object = {}) =>
    api.call('POST', maps, { body: configMap(name, {}, { ownerReferences: owners, ...extra }) });
  return { maps, reference, adopt };
};

describe('owned objects', () => {
  it('go with their last owner', async () => {
    const { maps, reference, adopt } = await makeFamily();
    const second = (await api.call('POST', maps, { body: configMap('second') })).body;
    await adopt('only-child', [reference]);
    await adopt('shared-child', [reference, { ...reference, name: 'second', uid: second.metadata.uid }]);
    await api.call('DELETE', `${maps}/owner`);
    await expectGone(`${maps}/only-child`);
    await vi.waitFor(
      async () => {
        const { body } = await api.call('GET', `${maps}/shared-child`);
        expect(body.metadata.ownerReferences.map(({ name }: { name: string }) => name)).toEqual(['second']);
      },
      { timeout: 25_000, interval: 50 },
    );
  });

  it('go over several generations', async () => {
    const { maps, reference, adopt } = await makeFamily();
    const child = (await adopt('child', [reference])).body;
    await adopt('grandchild', [{ ...reference, name: 'child', uid: child.metadata.uid }]);
    await api.call('DELETE', `${maps}/owner`);
    await expectGone(`${maps}/grandchild`);
  });

  it('stay as orphans when asked', async () => {
    const { maps, reference, adopt } = await makeFamily();
    await adopt('child', [reference]);
    await api.call('DELETE', `${maps}/owner`, { body: { propagationPolicy: 'Orphan' } });
    await expectGone(`${maps}/owner`);
    const { body } = await api.call('GET', `${maps}/child`);
    expect(body.metadata.ownerReferences).toBeUndefined();
  });

  it('go before their owner when deletion is in the foreground', async () => {
    const { maps, reference, adopt } = await makeFamily();
    await adopt('child', [reference], { finalizers: ['a.b/c'] });
    await api.call('DELETE', `${maps}/owner`, { body: { propagationPolicy: 'Foreground' } });
    await vi.waitFor(
      async () => {
        const { body } = await api.call('GET', `${maps}/child`);
        expect(body.metadata.deletionTimestamp).toBeTypeOf('string');
      },
      { timeout: 25_000, interval: 50 },
    );
    const { body } = await api.call('GET', `${maps}/owner`);
    expect(body.metadata.finalizers).toEqual(['foregroundDeletion']);
    await unfinalize(`${maps}/child`);
    await expectGone(`${maps}/owner`);
  });

  it('of an owner that never was are collected', async () => {
    const { maps, reference, adopt } = await makeFamily();
    await adopt('stray', [{ ...reference, uid: '00000000-0000-0000-0000-000000000000' }]);
    await expectGone(`${maps}/stray`);
  });
});
