import { afterEach, describe, expect, it } from 'vitest';
import { connectManagementCluster } from '../../../src/providers/management-cluster/connect-management-cluster.ts';
import type { ManagementCluster } from '../../../src/providers/management-cluster/contract.ts';
import {
  answer,
  answerStatus,
  kubeconfigOf,
  type Script,
  type ScriptedServer,
  startScriptedServer,
} from './scripted-server.ts';

const SECRET = { apiVersion: 'v1', kind: 'Secret' };

let server: ScriptedServer;
let cluster: ManagementCluster;

const connect = async (script: Script) => {
  server = await startScriptedServer(script);
  cluster = connectManagementCluster({ kubeconfig: kubeconfigOf(server.url) }, { timeoutMs: 2_000 });
};

afterEach(async () => {
  await cluster.close();
  await server.close();
});

/** Items of built-in kinds come without kind and apiVersion. */
const page = (names: readonly string[], metadata: object = {}, extra: object = {}) => ({
  kind: 'SecretList',
  apiVersion: 'v1',
  metadata: { resourceVersion: '41', ...metadata },
  items: names.map((name) => ({ metadata: { name, namespace: 'hc-one', uid: `uid-of-${name}` } })),
  ...extra,
});

const namesOf = ({ items }: { items: readonly { metadata: { name: string } }[] }) =>
  items.map(({ metadata }) => metadata.name);

describe('list', () => {
  it('asks for pages of 500 and for the selector on each, and gives each item its kind', async () => {
    await connect(({ query }, response) =>
      query['continue'] === 'next'
        ? answer(response, 200, page(['b']))
        : answer(response, 200, page(['a'], { continue: 'next' })),
    );
    const { items, resourceVersion } = await cluster.list(SECRET, {
      namespace: 'hc-one',
      labelSelector: 'x=y',
    });
    expect(items).toEqual([
      { ...SECRET, metadata: { name: 'a', namespace: 'hc-one', uid: 'uid-of-a' } },
      { ...SECRET, metadata: { name: 'b', namespace: 'hc-one', uid: 'uid-of-b' } },
    ]);
    expect(resourceVersion).toBe('41');
    expect(server.seen.map(({ path, query }) => ({ path, ...query }))).toEqual([
      { path: '/api/v1/namespaces/hc-one/secrets', limit: '500', labelSelector: 'x=y' },
      { path: '/api/v1/namespaces/hc-one/secrets', limit: '500', labelSelector: 'x=y', continue: 'next' },
    ]);
  });

  it('begins again without the token when it has expired, and keeps nothing of the first attempt', async () => {
    await connect(({ query }, response, nth) => {
      if (query['continue'] === 'old') return answerStatus(response, 410, 'Expired');
      return answer(
        response,
        200,
        nth === 1 ? page(['gone'], { continue: 'old' }) : page(['a'], { resourceVersion: '99' }),
      );
    });
    const list = await cluster.list(SECRET, {});
    expect(namesOf(list)).toEqual(['a']);
    expect(list.resourceVersion).toBe('99');
  });

  it('gives up on a server whose tokens always expire', async () => {
    await connect(({ query }, response) =>
      query['continue']
        ? answerStatus(response, 410, 'Expired')
        : answer(response, 200, page(['a'], { continue: 'old' })),
    );
    await expect(cluster.list(SECRET, {})).rejects.toMatchObject({ kind: 'unavailable' });
    expect(server.seen).toHaveLength(8);
  });

  it('does not go round in circles with a server that repeats its token', async () => {
    await connect((_request, response) => answer(response, 200, page(['a'], { continue: 'same' })));
    await expect(cluster.list(SECRET, {})).rejects.toMatchObject({ kind: 'nonsense' });
    expect(server.seen).toHaveLength(2);
  });

  it('takes items that are null for none', async () => {
    await connect((_request, response) => answer(response, 200, page([], {}, { items: null })));
    expect(await cluster.list(SECRET, {})).toEqual({ items: [], resourceVersion: '41' });
  });

  it.each([
    ['another kind of list', page([], {}, { kind: 'ConfigMapList' })],
    ['no version', page([], { resourceVersion: '' })],
    ['no items', page([], {}, { items: undefined })],
    ['items that are no objects', page([], {}, { items: ['a'] })],
    ['items of another kind', page([], {}, { items: [{ kind: 'Pod', metadata: { name: 'a', uid: 'u' } }] })],
    [
      'items of another namespace',
      page([], {}, { items: [{ metadata: { name: 'a', uid: 'u', namespace: 'hc-two' } }] }),
    ],
    ['a single object', { ...SECRET, metadata: { name: 'a', uid: 'u' } }],
  ])('never takes %s for an empty list', async (_what, body) => {
    await connect((_request, response) => answer(response, 200, body));
    await expect(cluster.list(SECRET, { namespace: 'hc-one' })).rejects.toMatchObject({ kind: 'nonsense' });
  });

  it('fails as a whole when one page fails', async () => {
    await connect(({ query }, response) =>
      query['continue']
        ? answerStatus(response, 500, 'InternalError')
        : answer(response, 200, page(['a'], { continue: 'next' })),
    );
    await expect(cluster.list(SECRET, {})).rejects.toMatchObject({ kind: 'unavailable', status: 500 });
  });
});

describe('probe', () => {
  const crd = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'hostedclusters.hypershift.openshift.io', uid: 'uid-of-crd' },
    spec: {
      versions: [
        { name: 'v1alpha1' },
        {
          name: 'v1beta1',
          schema: {
            openAPIV3Schema: {
              properties: {
                spec: { properties: { platform: { properties: { type: { enum: ['AWS', 'None'] } } } } },
              },
            },
          },
        },
      ],
    },
  };
  const versions = (text: string) => ({
    kind: 'ConfigMapList',
    metadata: { resourceVersion: '1' },
    items: [{ metadata: { name: 'supported-versions', uid: 'u' }, data: { 'supported-versions': text } }],
  });
  const nothing = { kind: 'ConfigMapList', metadata: { resourceVersion: '1' }, items: [] };

  const serve =
    (replies: { crd?: object; configMaps?: object; groups?: object; version?: object } = {}): Script =>
    ({ path }, response) => {
      if (path === '/version') return answer(response, 200, replies.version ?? { gitVersion: 'v1.35.4' });
      if (path === '/apis') {
        return answer(
          response,
          200,
          replies.groups ?? { kind: 'APIGroupList', groups: [{ name: 'route.openshift.io' }] },
        );
      }
      if (path === '/api/v1/configmaps')
        return answer(response, 200, replies.configMaps ?? versions('{"versions":["5.0","4.22"]}'));
      if (replies.crd) return answer(response, 200, replies.crd);
      const details = {
        name: crd.metadata.name,
        group: 'apiextensions.k8s.io',
        kind: 'customresourcedefinitions',
      };
      return answerStatus(response, 404, 'NotFound', { details });
    };

  it('says version, platforms, Routes and supported minors', async () => {
    await connect(serve({ crd }));
    expect(await cluster.probe()).toEqual({
      serverVersion: 'v1.35.4',
      hostedClusterPlatforms: ['AWS', 'None'],
      hasRoutes: true,
      supportedMinors: ['5.0', '4.22'],
    });
    expect(server.seen.find(({ path }) => path === '/api/v1/configmaps')?.query['labelSelector']).toBe(
      'hypershift.openshift.io/supported-versions=true',
    );
  });

  it('says what is not installed', async () => {
    await connect(serve({ configMaps: nothing, groups: { kind: 'APIGroupList', groups: [] } }));
    expect(await cluster.probe()).toEqual({
      serverVersion: 'v1.35.4',
      hostedClusterPlatforms: [],
      hasRoutes: false,
      supportedMinors: [],
    });
  });

  it.each([
    ['a version that is none', { version: { hello: 'world' } }],
    ['groups that are none', { groups: { hello: 'world' } }],
    ['supported versions that cannot be read', { configMaps: versions('{') }],
  ])('does not pass on %s', async (_what, replies) => {
    await connect(serve({ crd, ...replies }));
    await expect(cluster.probe()).rejects.toMatchObject({ kind: 'nonsense' });
  });
});
