import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GuestApi, serveGuests } from '../../../../src/sandbox/guest-api/guest-api.ts';
import { FakeGuestState, makeGuest } from './fake-guest-state.ts';

const run = promisify(execFile);
const hasKubectl = await run('kubectl', ['version', '--client']).then(
  () => true,
  () => false,
);
if (!hasKubectl && process.env['CI']) throw new Error('kubectl is not installed');
if (!hasKubectl) console.log('skipped: kubectl against the guest API, because kubectl is not installed');

describe.skipIf(!hasKubectl)('kubectl with the admin kubeconfig', () => {
  let api: GuestApi;
  let directory: string;
  const kubectl = async (...args: string[]): Promise<string> => {
    const { stdout } = await run('kubectl', ['--kubeconfig', join(directory, 'kubeconfig'), ...args], {
      env: { ...process.env, HOME: directory },
    });
    return stdout;
  };
  const rowsOf = (text: string): string[][] =>
    text
      .trim()
      .split('\n')
      .map((line) => line.split(/\s{2,}/));

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'berth-guest-'));
    const state = new FakeGuestState(makeGuest());
    api = await serveGuests(state, { signingKey: 'a key', now: () => Date.parse('2026-03-01T10:00:00Z') });
    await writeFile(join(directory, 'kubeconfig'), api.adminKubeconfigFor('hc-one', 'payments'), {
      mode: 0o600,
    });
  });
  afterAll(async () => {
    await api.close();
    await rm(directory, { recursive: true, force: true });
  });

  it('gets nodes', async () => {
    expect(rowsOf(await kubectl('get', 'nodes'))).toEqual([
      ['NAME', 'STATUS', 'ROLES', 'AGE', 'VERSION'],
      ['workers-0', 'Ready', 'worker', '60m', 'v1.33.3'],
      ['workers-1', 'NotReady', 'worker', '60m', 'v1.33.3'],
    ]);
  });

  it('gets the cluster version', async () => {
    expect(rowsOf(await kubectl('get', 'clusterversion'))).toEqual([
      ['NAME', 'VERSION', 'AVAILABLE', 'PROGRESSING', 'SINCE', 'STATUS'],
      ['version', '4.20.3', 'True', 'False', '30m', 'Cluster version is 4.20.3'],
    ]);
  });

  it('gets namespaces, versions and who it is', async () => {
    expect(await kubectl('get', 'namespaces', '-o', 'name')).toContain('namespace/kube-system\n');
    expect(await kubectl('version')).toContain('Server Version: v1.33.3');
    expect(await kubectl('auth', 'whoami', '-o', 'jsonpath={.status.userInfo.username}')).toBe(
      'system:admin',
    );
  });

  it('waits for a node, describes it, and says what it may', async () => {
    expect(await kubectl('wait', '--for=condition=Ready', 'node/workers-0', '--timeout=5s')).toBe(
      'node/workers-0 condition met\n',
    );
    expect(await kubectl('describe', 'node', 'workers-0')).toMatch(/Kubelet Version:\s+v1\.33\.3/);
    expect(await kubectl('auth', 'can-i', 'delete', 'nodes')).toBe('yes\n');
  });

  it('applies and deletes service accounts and bindings', async () => {
    const path = join(directory, 'access.yaml');
    await writeFile(
      path,
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'List',
        items: [
          { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'robot', namespace: 'default' } },
          {
            apiVersion: 'rbac.authorization.k8s.io/v1',
            kind: 'ClusterRoleBinding',
            metadata: { name: 'berth:robot' },
            roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-reader' },
            subjects: [{ kind: 'ServiceAccount', name: 'robot', namespace: 'default' }],
          },
        ],
      }),
    );
    expect(await kubectl('apply', '-f', path)).toBe(
      'serviceaccount/robot created\nclusterrolebinding.rbac.authorization.k8s.io/berth:robot created\n',
    );
    expect(await kubectl('apply', '--server-side', '--force-conflicts', '-f', path)).toContain(
      'serviceaccount/robot serverside-applied',
    );
    expect(rowsOf(await kubectl('get', 'clusterrolebindings', '--no-headers'))).toEqual([
      ['berth:robot', 'ClusterRole/cluster-reader', '0s'],
    ]);
    expect(await kubectl('create', 'token', 'robot')).toMatch(/^ey\S+\.ey\S+\.\S+$/);
    await kubectl('delete', 'serviceaccount', 'robot');
    expect(await kubectl('get', 'serviceaccounts', '-o', 'name')).toBe('');
  });

  it('creates namespaces', async () => {
    expect(await kubectl('create', 'namespace', 'demo')).toBe('namespace/demo created\n');
    expect(await kubectl('get', 'namespace', 'demo', '-o', 'jsonpath={.status.phase}')).toBe('Active');
  });
});
