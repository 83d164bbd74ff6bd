import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type GuestApi, serveGuests } from '../../../../src/sandbox/guest-api/guest-api.ts';
import { FakeGuestState, makeGuest, makeNode } from './fake-guest-state.ts';
import { type GuestClient, guestClientOf } from './guest-client.ts';

let now = Date.parse('2026-03-01T10:00:00Z');
const state = new FakeGuestState();
let api: GuestApi;
let admin: GuestClient;

beforeAll(async () => {
  api = await serveGuests(state, { signingKey: 'a key', now: () => now });
  admin = guestClientOf(api.adminKubeconfigFor('hc-one', 'payments'));
});
beforeEach(() => state.put(makeGuest()));
afterAll(() => api.close());

const account = '/api/v1/namespaces/kube-system/serviceaccounts/berth-access';
const binding = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/berth-access';
const makeAccount = (): Promise<unknown> =>
  admin.apply(account, {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'berth-access', namespace: 'kube-system' },
  });
const bindAccount = (role: string): Promise<unknown> =>
  admin.apply(binding, {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'berth-access' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
    subjects: [{ kind: 'ServiceAccount', name: 'berth-access', namespace: 'kube-system' }],
  });
const askToken = (expirationSeconds: number) =>
  admin.send('POST', `${account}/token`, {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: { expirationSeconds },
  });

describe('what a hosted cluster shows', () => {
  it('has one node for each that joined', async () => {
    const { body } = await admin.get('/api/v1/nodes');
    expect(body.kind).toBe('NodeList');
    const shown = body.items.map((node: { metadata: { name: string }; status: never }) => node.metadata.name);
    expect(shown).toEqual(['workers-0', 'workers-1']);
    expect(body.items[0].metadata.labels).toEqual({
      'kubernetes.io/arch': 'amd64',
      'kubernetes.io/hostname': 'workers-0',
      'kubernetes.io/os': 'linux',
      'node-role.kubernetes.io/worker': '',
      'hypershift.openshift.io/nodePool': 'workers',
    });
    expect(body.items[1].status.conditions.at(-1)).toMatchObject({ type: 'Ready', status: 'False' });
  });

  it('prints nodes as a table, with more columns for wide', async () => {
    const { body } = await admin.get('/api/v1/nodes', {
      accept: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json',
    });
    const names = body.columnDefinitions.map((column: { name: string; priority: number }) => column);
    expect(names.filter(({ priority }: { priority: number }) => priority === 0)).toMatchObject([
      { name: 'Name' },
      { name: 'Status' },
      { name: 'Roles' },
      { name: 'Age' },
      { name: 'Version' },
    ]);
    expect(body.rows.map(({ cells }: { cells: unknown[] }) => cells.slice(0, 5))).toEqual([
      ['workers-0', 'Ready', 'worker', '60m', 'v1.33.3'],
      ['workers-1', 'NotReady', 'worker', '60m', 'v1.33.3'],
    ]);
  });

  it('reports its version as a ClusterVersion', async () => {
    const { body } = await admin.get('/apis/config.openshift.io/v1/clusterversions/version');
    expect(body.spec).toEqual({ clusterID: '0b2f8f1e-0000-4000-8000-000000000000', channel: 'stable-4.20' });
    expect(body.status.history[0]).toMatchObject({ state: 'Completed', version: '4.20.3' });
    const told = body.status.conditions.map(
      ({ type, status }: { type: string; status: string }) => `${type} ${status}`,
    );
    expect(told).toEqual(['Available True', 'Progressing False', 'Failing False']);
  });

  it('tells its version to anybody, and nothing else', async () => {
    const anybody = admin.as(undefined);
    expect((await anybody.get('/version')).body).toMatchObject({
      major: '1',
      minor: '33',
      gitVersion: 'v1.33.3',
    });
    expect((await anybody.get('/readyz')).status).toBe(200);
    expect((await anybody.get('/api/v1/nodes')).body).toMatchObject({ code: 401, reason: 'Unauthorized' });
  });

  it('lists what it serves', async () => {
    const { body } = await admin.get('/apis');
    expect(body.groups.map(({ name }: { name: string }) => name)).toEqual([
      'rbac.authorization.k8s.io',
      'config.openshift.io',
      'authentication.k8s.io',
      'authorization.k8s.io',
    ]);
    const core = await admin.get('/api/v1');
    expect(core.body.resources.map(({ name }: { name: string }) => name)).toContain('serviceaccounts/token');
  });

  it.each([
    '/api/v1/secrets',
    '/apis/apps/v1/deployments',
    '/constructor',
    '/apis/constructor/v1',
    '/apis/toString',
  ])('answers 404 with a Status to %s', async (path) => {
    const { status, body } = await admin.get(path);
    expect([status, body.kind, body.reason]).toEqual([404, 'Status', 'NotFound']);
  });

  it('selects by label and by name', async () => {
    const byLabel = await admin.get('/api/v1/nodes?labelSelector=kubernetes.io/hostname%3Dworkers-1');
    const byName = await admin.get('/api/v1/nodes?fieldSelector=metadata.name%3Dworkers-0');
    const byAbsence = await admin.get('/api/v1/nodes?labelSelector=!node-role.kubernetes.io/worker');
    expect([byLabel, byName, byAbsence].map(({ body }) => body.items.length)).toEqual([1, 1, 0]);
    expect(byLabel.body.items[0].metadata.name).toBe('workers-1');
  });

  it('does not answer while its control plane does not serve, or for a cluster that is not there', async () => {
    state.put(makeGuest({ isServing: false }));
    expect((await admin.get('/version')).status).toBe(503);
    state.clusters.clear();
    expect((await admin.get('/version')).status).toBe(404);
  });

  it('brings changes to a watch', async () => {
    const watching = admin.get('/api/v1/nodes?watch=true&timeoutSeconds=2&resourceVersion=41');
    await state.loaded();
    const resourceVersion = '50';
    state.put(
      makeGuest({ nodes: ['workers-0', 'workers-2'].map((name) => makeNode(name, { resourceVersion })) }),
    );
    const events: { type: string; object: { metadata: { name: string } } }[] = (await watching).body
      .trim()
      .split('\n')
      .map((line: string) => JSON.parse(line));
    expect(events.map(({ type, object }) => `${type} ${object.metadata.name}`)).toEqual([
      'ADDED workers-2',
      'DELETED workers-1',
    ]);
  });
});

describe('who may do what', () => {
  it('takes the admin kubeconfig of one cluster for that cluster only', async () => {
    const others = guestClientOf(api.adminKubeconfigFor('hc-two', 'payments'));
    state.put(makeGuest({ namespace: 'hc-two', uid: 'another' }));
    expect((await others.get('/api/v1/nodes')).status).toBe(200);
    const { parse } = await import('yaml');
    const token = parse(api.adminKubeconfigFor('hc-two', 'payments')).users[0].user.token;
    expect((await admin.as(token).get('/api/v1/nodes')).status).toBe(401);
  });

  it('gives a bound service account a token that works until it expires', async () => {
    await makeAccount();
    await bindAccount('cluster-admin');
    const { status, body } = await askToken(600);
    expect([status, body.status.expirationTimestamp]).toEqual([201, '2026-03-01T10:10:00Z']);
    const user = admin.as(body.status.token);
    expect((await user.get('/api/v1/nodes')).status).toBe(200);
    now += 599_000;
    expect((await user.get('/api/v1/nodes')).status).toBe(200);
    now += 1_000;
    expect((await user.get('/api/v1/nodes')).status).toBe(401);
    now -= 600_000;
  });

  it('takes tokens back when the service account is deleted, also when it is made anew', async () => {
    await makeAccount();
    await bindAccount('cluster-admin');
    const user = admin.as((await askToken(3600)).body.status.token);
    expect((await user.get('/api/v1/nodes')).status).toBe(200);
    await admin.send('DELETE', account);
    expect((await user.get('/api/v1/nodes')).status).toBe(401);
    await makeAccount();
    expect((await user.get('/api/v1/nodes')).status).toBe(401);
  });

  it('refuses a token for less than ten minutes, and one for nobody', async () => {
    await makeAccount();
    expect((await askToken(599)).status).toBe(422);
    await admin.send('DELETE', account);
    expect((await askToken(600)).status).toBe(404);
  });

  it.each([
    ['cluster-reader', [200, 200, 403]],
    ['view', [403, 200, 403]],
    ['cluster-admin', [200, 200, 201]],
    ['constructor', [403, 403, 403]],
  ])('lets a service account with role %s do what the role says', async (role, expected) => {
    await makeAccount();
    await bindAccount(role);
    const user = admin.as((await askToken(3600)).body.status.token);
    const statuses = [
      (await user.get('/api/v1/nodes')).status,
      (await user.get('/api/v1/namespaces')).status,
      (
        await user.send('POST', '/api/v1/namespaces', {
          apiVersion: 'v1',
          kind: 'Namespace',
          metadata: { name: 'demo' },
        })
      ).status,
    ];
    expect(statuses).toEqual(expected);
  });

  it('says in words what is forbidden', async () => {
    await makeAccount();
    const user = admin.as((await askToken(3600)).body.status.token);
    expect((await user.get('/api/v1/nodes')).body).toMatchObject({
      code: 403,
      message:
        'nodes is forbidden: User "system:serviceaccount:kube-system:berth-access" cannot list resource "nodes" in API group "" at the cluster scope',
    });
  });

  it('knows roles that clients made', async () => {
    await makeAccount();
    await admin.apply('/apis/rbac.authorization.k8s.io/v1/clusterroles/nodes-only', {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: 'nodes-only' },
      rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['list'] }],
    });
    await bindAccount('nodes-only');
    const user = admin.as((await askToken(3600)).body.status.token);
    expect((await user.get('/api/v1/nodes')).status).toBe(200);
    expect((await user.get('/api/v1/nodes/workers-0')).status).toBe(403);
  });

  it('tells a user who it is and what it may', async () => {
    await makeAccount();
    await bindAccount('cluster-reader');
    const user = admin.as((await askToken(3600)).body.status.token);
    const self = await user.send('POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', {});
    expect(self.body.status.userInfo.username).toBe('system:serviceaccount:kube-system:berth-access');
    const may = (verb: string) =>
      user.send('POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
        spec: { resourceAttributes: { verb, resource: 'nodes' } },
      });
    expect([(await may('list')).body.status, (await may('delete')).body.status]).toEqual([
      { allowed: true },
      { allowed: false },
    ]);
  });

  it.each(['', 'nonsense', 'a.b.c', `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`])(
    'refuses the token %j',
    async (token) => expect((await admin.as(token).get('/api/v1/nodes')).status).toBe(401),
  );
});

describe('writing', () => {
  const body = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'berth-access' } };
  const accounts = '/api/v1/namespaces/kube-system/serviceaccounts';

  it('applies the same object again and again, also at the same time', async () => {
    const answers = await Promise.all([makeAccount(), makeAccount(), makeAccount()]);
    expect(answers).toMatchObject([{ status: 200 }, { status: 200 }, { status: 200 }]);
    const { body: list } = await admin.get(accounts);
    expect(list.items).toHaveLength(1);
  });

  it('creates once', async () => {
    expect((await admin.send('POST', accounts, body)).status).toBe(201);
    expect((await admin.send('POST', accounts, body)).body).toMatchObject({
      code: 409,
      reason: 'AlreadyExists',
    });
  });

  it('keeps the identity of an object that is changed', async () => {
    const { body: made } = await admin.send('POST', accounts, body);
    const labelled = await admin.send(
      'PATCH',
      account,
      { metadata: { labels: { team: 'payments' } } },
      { 'content-type': 'application/merge-patch+json' },
    );
    expect(labelled.body.metadata).toMatchObject({ uid: made.metadata.uid, labels: { team: 'payments' } });
    const stale = await admin.send('PUT', account, made);
    expect(stale.status).toBe(409);
  });

  it('deletes a namespace with what is in it, but not one of its own', async () => {
    const demo = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'demo' } };
    await admin.send('POST', '/api/v1/namespaces', demo);
    await admin.send('POST', '/api/v1/namespaces/demo/serviceaccounts', body);
    expect((await admin.send('DELETE', '/api/v1/namespaces/demo')).status).toBe(200);
    expect((await admin.get('/api/v1/serviceaccounts')).body.items).toEqual([]);
    expect((await admin.send('DELETE', '/api/v1/namespaces/kube-system')).status).toBe(403);
  });

  it.each([
    ['an object of another kind', 'POST', accounts, { ...body, kind: 'Secret' }, 400],
    ['no object', 'POST', accounts, [], 400],
    ['a name that is none', 'POST', accounts, { ...body, metadata: { name: '../x' } }, 422],
    ['a namespace that is not there', 'POST', '/api/v1/namespaces/nowhere/serviceaccounts', body, 404],
    ['a node', 'DELETE', '/api/v1/nodes/workers-0', undefined, 405],
    ['all of a kind', 'DELETE', accounts, undefined, 405],
    ['an apply without a manager', 'PATCH', account, body, 422],
  ])('refuses %s', async (_what, method, path, given, expected) => {
    const headers: Record<string, string> =
      method === 'PATCH' ? { 'content-type': 'application/apply-patch+yaml' } : {};
    expect((await admin.send(method, path, given, headers)).status).toBe(expected);
  });

  it('refuses what is not JSON with the words of an API server', async () => {
    const answer = await admin.send('POST', accounts, body, {
      'content-type': 'application/vnd.kubernetes.protobuf',
    });
    expect(answer.body).toMatchObject({ code: 415, reason: 'UnsupportedMediaType' });
  });

  it('honours the uid of a delete', async () => {
    await admin.send('POST', accounts, body);
    expect((await admin.send('DELETE', account, { preconditions: { uid: 'another' } })).status).toBe(409);
  });
});
