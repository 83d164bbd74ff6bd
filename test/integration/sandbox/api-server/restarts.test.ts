import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSandboxApiServer } from '../../../../src/sandbox/api-server/api-server.ts';
import {
  configMap,
  connectApi,
  makeNamespace,
  mergeType,
  nodePool,
  openWorld,
  poolsIn,
  type World,
} from './api-world.ts';

let world: Awaited<ReturnType<typeof openWorld>>;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const codeOf = async ({ api }: Pick<World, 'api'>, path: string) => (await api.call('GET', path)).code;

const expectGone = (path: string) =>
  vi.waitFor(async () => expect(await codeOf(world, path)).toBe(404), { timeout: 10_000, interval: 50 });

describe('a restart', () => {
  it('keeps objects, certificates, tokens and the address', async () => {
    const namespace = await makeNamespace(world.api);
    const path = `${poolsIn(namespace)}/kept`;
    const made = (await world.api.call('POST', poolsIn(namespace), { body: nodePool('kept') })).body;
    const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;
    await world.api.call('POST', accounts, { body: { metadata: { name: 'bot' } } });
    const issued = (await world.api.call('POST', `${accounts}/bot/token`, { body: {} })).body;
    const before = world.server;
    await world.restart();
    expect(world.server.kubeconfig).toBe(before.kubeconfig);
    expect((await world.api.call('GET', path)).body).toEqual(made);
    expect((await world.api.call('GET', path, { token: issued.status.token })).code).toBe(200);
  });

  it('lets a watch go on from where it was', async () => {
    const maps = `/api/v1/namespaces/${await makeNamespace(world.api)}/configmaps`;
    const { body } = await world.api.call('GET', maps);
    await world.api.call('POST', maps, { body: configMap('a') });
    await world.restart();
    await world.api.call('POST', maps, { body: configMap('b') });
    const watch = await world.api.watch(
      `${maps}?watch=true&resourceVersion=${body.metadata.resourceVersion}`,
    );
    await vi.waitFor(() => {
      const names = watch.events.map(({ object }) => object.metadata.name);
      expect(names).toEqual(['a', 'b']);
    });
    watch.close();
  });

  it('finishes the deletions that were under way', async () => {
    const name = await makeNamespace(world.api);
    const held = `${poolsIn(name)}/held`;
    await world.api.call('POST', poolsIn(name), { body: nodePool('held', {}, { finalizers: ['a.b/c'] }) });
    await world.api.call('DELETE', `/api/v1/namespaces/${name}`);
    await world.restart();
    await world.api.call('PATCH', held, { type: mergeType, body: { metadata: { finalizers: null } } });
    await expectGone(`/api/v1/namespaces/${name}`);
  });

  it('collects what lost its owner while nobody looked', async () => {
    const maps = `/api/v1/namespaces/${await makeNamespace(world.api)}/configmaps`;
    const { metadata } = (await world.api.call('POST', maps, { body: configMap('owner') })).body;
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: metadata.uid };
    await world.api.call('POST', maps, { body: configMap('child', {}, { ownerReferences: [owner] }) });
    await world.server.close();
    await world.database.pool.query('UPDATE sandbox.versions SET replaced_by = rv WHERE uid = $1', [
      metadata.uid,
    ]);
    await world.restart();
    await expectGone(`${maps}/child`);
  });
});

describe('two servers on one database', () => {
  it('see each other’s changes and definitions', async () => {
    const second = await startSandboxApiServer({ pool: world.database.pool });
    const other = connectApi(second.kubeconfig);
    try {
      const maps = `/api/v1/namespaces/${await makeNamespace(world.api)}/configmaps`;
      const watch = await other.watch(`${maps}?watch=true`);
      await world.api.call('POST', maps, { body: configMap('from-first') });
      await vi.waitFor(() => expect(watch.events[0]?.object.metadata.name).toBe('from-first'), {
        timeout: 5000,
      });
      watch.close();
      await other.call('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
        body: thingDefinition,
      });
      await vi.waitFor(async () => expect(await codeOf(world, '/apis/things.io/v1/things')).toBe(200), {
        timeout: 5000,
      });
      const answers = await Promise.all(
        [world.api, other].flatMap((api) =>
          Array.from({ length: 10 }, () => api.call('POST', maps, { body: configMap('once') })),
        ),
      );
      expect(answers.filter(({ code }) => code === 201)).toHaveLength(1);
    } finally {
      other.close();
      await second.close();
    }
  });
});

const thingDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.things.io' },
  spec: {
    group: 'things.io',
    scope: 'Cluster',
    names: { kind: 'Thing', plural: 'things' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
};
