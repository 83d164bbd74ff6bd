import { loadYaml } from '@kubernetes/client-node';
import { afterEach, describe, expect, it } from 'vitest';
import { issueGuestKubeconfig } from '../../../src/providers/management-cluster/guest-access.ts';
import { readKubeconfig } from '../../../src/providers/management-cluster/kubeconfig.ts';
import {
  answer,
  answerStatus,
  kubeconfigOf,
  type Script,
  type ScriptedServer,
  startScriptedServer,
} from './scripted-server.ts';

const CA = { 'certificate-authority-data': 'Q0E=' };

let server: ScriptedServer;

afterEach(() => server.close());

const tokenOf =
  (status: object): Script =>
  ({ method, path, body }, response) => {
    if (method !== 'POST') {
      const object = JSON.parse(body);
      return answer(response, 200, { ...object, metadata: { ...object.metadata, uid: `uid-of-${path}` } });
    }
    return answer(response, 201, { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', status });
  };

const good = tokenOf({ token: 'guest-token', expirationTimestamp: '2026-08-22T13:00:00Z' });

const issue = async (script: Script, request: object = {}) => {
  server = await startScriptedServer(script);
  return issueGuestKubeconfig({
    adminKubeconfig: kubeconfigOf(server.url, { cluster: CA }),
    clusterName: 'example',
    ttlSeconds: 3600,
    subject: 'user:alice@example.com',
    timeoutMs: 500,
    ...request,
  });
};

describe('guest kubeconfig', () => {
  it('holds a token that ends, and nothing of the admin but the address and the CA', async () => {
    const { kubeconfig, expiresAt } = await issue(good);
    expect(expiresAt).toBe('2026-08-22T13:00:00Z');
    expect(loadYaml(kubeconfig)).toEqual({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'example',
      clusters: [{ name: 'example', cluster: { server: server.url, ...CA } }],
      contexts: [{ name: 'example', context: { cluster: 'example', user: 'user:alice@example.com' } }],
      users: [{ name: 'user:alice@example.com', user: { token: 'guest-token' } }],
    });
    expect(readKubeconfig(kubeconfig).getCurrentUser()?.token).toBe('guest-token');
  });

  it('is made by a service account that is bound to cluster-admin by apply', async () => {
    await issue(good);
    expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'PATCH /api/v1/namespaces/kube-system/serviceaccounts/berth-access',
      'PATCH /apis/rbac.authorization.k8s.io/v1/clusterrolebindings/berth-access',
      'POST /api/v1/namespaces/kube-system/serviceaccounts/berth-access/token',
    ]);
    expect(JSON.parse(server.seen[1]!.body)).toMatchObject({
      roleRef: { kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ kind: 'ServiceAccount', name: 'berth-access', namespace: 'kube-system' }],
    });
    expect(JSON.parse(server.seen[2]!.body)).toEqual({
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: { expirationSeconds: 3600 },
    });
    await expect.poll(() => server.sockets()).toBe(0);
  });

  it.each([
    ['a token that ends too soon', { ttlSeconds: 599 }],
    ['a time that is no whole number', { ttlSeconds: 3600.5 }],
    ['a name that is no label', { clusterName: '../x' }],
    ['a subject with a line end', { subject: 'alice\nusers: []' }],
    ['an empty subject', { subject: '' }],
  ])('is refused for %s before any request', async (_what, request) => {
    await expect(issue(good, request)).rejects.toMatchObject({ kind: 'bad-name', retryable: false });
    expect(server.seen).toEqual([]);
  });

  it('survives a subject that looks like YAML', async () => {
    const subject = '- {name: "x", user: {token: y}} # &a *b';
    const { kubeconfig } = await issue(good, { subject });
    expect(readKubeconfig(kubeconfig).getCurrentUser()).toMatchObject({ token: 'guest-token' });
    expect(loadYaml<{ users: object[] }>(kubeconfig).users).toEqual([
      { name: subject, user: { token: 'guest-token' } },
    ]);
  });

  it.each([
    ['no token', {}],
    ['an empty token', { token: '', expirationTimestamp: '2026-08-22T13:00:00Z' }],
    ['no end', { token: 'guest-token' }],
    ['an end that is no time', { token: 'guest-token', expirationTimestamp: 'soon' }],
  ])('is not made of an answer with %s', async (_what, status) => {
    await expect(issue(tokenOf(status))).rejects.toMatchObject({ kind: 'nonsense' });
  });

  it('is late when the guest cluster is', async () => {
    await expect(issue(() => {})).rejects.toMatchObject({ kind: 'timeout', retryable: true });
    await expect.poll(() => server.sockets()).toBe(0);
  });

  it('is forbidden when the admin is', async () => {
    await expect(
      issue((_request, response) => answerStatus(response, 403, 'Forbidden')),
    ).rejects.toMatchObject({
      kind: 'forbidden',
    });
  });
});
