import { execFile, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openWorld, type World } from './api-server/api-world.ts';

/** KUBECTL names another binary than the one on the PATH, for example an older release. */
const kubectlPath = process.env['KUBECTL'] ?? 'kubectl';

const hasKubectl = (() => {
  try {
    execFileSync(kubectlPath, ['version', '--client'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
if (!hasKubectl) console.log('skipped: there is no kubectl on this machine');

let world: World;
let directory: string;
const run = promisify(execFile);

interface Result {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const argumentsFor = (args: readonly string[]) => ['--kubeconfig', join(directory, 'kubeconfig'), ...args];

/** Runs kubectl and never fails by itself. */
const kubectl = async (...args: string[]): Promise<Result> => {
  try {
    const { stdout, stderr } = await run(kubectlPath, argumentsFor(args), {
      env: { ...process.env, HOME: directory },
    });
    return { code: 0, out: stdout.trim(), err: stderr.trim() };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout.trim(), err: stderr.trim() };
  }
};

const file = async (name: string, text: string): Promise<string> => {
  const path = join(directory, name);
  await writeFile(path, text);
  return path;
};

const pool = (name: string, replicas: number): string => `apiVersion: hypershift.openshift.io/v1beta1
kind: NodePool
metadata:
  name: ${name}
  namespace: clusters
spec:
  clusterName: one
  replicas: ${replicas}
  release:
    image: quay.io/x/y:4.20.1
  management:
    upgradeType: InPlace
  platform:
    type: None
`;

const configMap = (name: string, data: string): string => `apiVersion: v1
kind: ConfigMap
metadata:
  name: ${name}
  namespace: clusters
data:
${data}`;

describe.skipIf(!hasKubectl)('kubectl', () => {
  beforeAll(async () => {
    world = await openWorld();
    directory = await mkdtemp(join(tmpdir(), 'berth-kubectl-'));
    await file('kubeconfig', world.server.kubeconfig);
    expect(await kubectl('create', 'namespace', 'clusters')).toMatchObject({
      out: 'namespace/clusters created',
    });
  });
  afterAll(async () => {
    await world.close();
    await rm(directory, { recursive: true, force: true });
  });

  it('finds out what is served', async () => {
    const { out } = await kubectl('api-resources', '--api-group', 'hypershift.openshift.io', '--no-headers');
    expect(out.split('\n').map((line) => line.split(/\s+/))).toEqual([
      ['hostedclusters', 'hc,hcs', 'hypershift.openshift.io/v1beta1', 'true', 'HostedCluster'],
      ['nodepools', 'np,nps', 'hypershift.openshift.io/v1beta1', 'true', 'NodePool'],
    ]);
    expect((await kubectl('version')).out).toContain('Server Version');
    expect((await kubectl('explain', 'nodepool.spec.replicas')).out).toContain('<integer>');
  });

  it('applies on the client side', async () => {
    const first = await file('client.yaml', configMap('client', '  a: "1"\n  b: "2"\n'));
    expect((await kubectl('apply', '-f', first)).out).toBe('configmap/client created');
    expect((await kubectl('apply', '-f', first)).out).toBe('configmap/client unchanged');
    const second = await file('client.yaml', configMap('client', '  a: "3"\n'));
    expect((await kubectl('apply', '-f', second)).out).toBe('configmap/client configured');
    const { out } = await kubectl('get', 'cm', 'client', '-n', 'clusters', '-o', 'jsonpath={.data}');
    expect(JSON.parse(out)).toEqual({ a: '3' });
  });

  it('applies custom resources on the client side', async () => {
    expect((await kubectl('apply', '-f', await file('np.yaml', pool('client-np', 1)))).out).toBe(
      'nodepool.hypershift.openshift.io/client-np created',
    );
    expect((await kubectl('apply', '-f', await file('np.yaml', pool('client-np', 2)))).out).toBe(
      'nodepool.hypershift.openshift.io/client-np configured',
    );
  });

  it('applies on the server side, and is told of conflicts', async () => {
    const path = await file('server.yaml', pool('server', 1));
    const applied = 'nodepool.hypershift.openshift.io/server serverside-applied';
    expect((await kubectl('apply', '--server-side', '-f', path)).out).toBe(applied);
    const changed = await file('server.yaml', pool('server', 2));
    const refused = await kubectl('apply', '--server-side', '--field-manager', 'other', '-f', changed);
    expect(refused.err).toContain('conflict with "kubectl": .spec.replicas');
    const forced = await kubectl(
      'apply',
      '--server-side',
      '--force-conflicts',
      '--field-manager',
      'other',
      '-f',
      changed,
    );
    expect(forced.out).toBe(applied);
  });

  it('lets the server check the fields', async () => {
    const path = await file(
      'typo.yaml',
      `${pool('typo', 1)}  replica: 3\n`.replace('clusterName', 'clustreName'),
    );
    const { code, err } = await kubectl('apply', '-f', path);
    expect(code).toBe(1);
    // The compact definition keeps unknown fields, so that what is missing is the error here.
    expect(err).toContain('spec.clusterName: Required value');
    const typed = await file('typo.yaml', configMap('typo', '  a: "1"\nfoo: 1\n'));
    expect((await kubectl('apply', '-f', typed)).err).toContain('unknown field "foo"');
    expect((await kubectl('apply', '--validate=warn', '-f', typed)).err).toContain(
      'Warning: unknown field "foo"',
    );
  });

  it('does dry runs and differences', async () => {
    const path = await file('dry.yaml', configMap('dry', '  a: "1"\n'));
    expect((await kubectl('apply', '--dry-run=server', '-f', path)).out).toBe(
      'configmap/dry created (server dry run)',
    );
    expect((await kubectl('get', 'cm', 'dry', '-n', 'clusters')).code).toBe(1);
    const difference = await kubectl('diff', '-f', await file('dry.yaml', configMap('client', '  a: "4"\n')));
    expect([difference.code, difference.out.split('\n').filter((line) => /^[-+] /.test(line))]).toEqual([
      1,
      ['-  a: "3"', '+  a: "4"'],
    ]);
  });

  it('prints tables, over namespaces and with labels', async () => {
    await kubectl('label', 'np', 'server', '-n', 'clusters', 'team=red');
    const { out } = await kubectl('get', 'nodepools', '-A', '-l', 'team=red', '--show-labels');
    const [header = '', row = ''] = out.split('\n');
    expect(header.split(/\s{2,}/).slice(0, 4)).toEqual(['NAMESPACE', 'NAME', 'CLUSTER', 'DESIRED NODES']);
    expect(row.split(/\s+/).slice(0, 4)).toEqual(['clusters', 'server', 'one', '2']);
    expect(row).toContain('team=red');
    const namespaces = (await kubectl('get', 'ns', 'clusters')).out;
    expect(namespaces).toMatch(/^NAME +STATUS +AGE\nclusters +Active +\d+s$/);
    expect((await kubectl('get', 'np', '-n', 'clusters', '-o', 'wide')).code).toBe(0);
    expect((await kubectl('get', 'hc,np', '-A', '--chunk-size', '1')).out.split('\n').length).toBeGreaterThan(
      2,
    );
  });

  it('gets objects as YAML and describes them', async () => {
    const { out } = await kubectl(
      'get',
      'np',
      'server',
      '-n',
      'clusters',
      '-o',
      'yaml',
      '--show-managed-fields',
    );
    expect(out).toContain('kind: NodePool');
    expect(out).toContain('operation: Apply');
    const uid = (await kubectl('get', 'np', 'server', '-n', 'clusters', '-o', 'jsonpath={.metadata.uid}'))
      .out;
    await world.api.call('POST', '/api/v1/namespaces/clusters/events', {
      body: {
        metadata: { name: 'told' },
        involvedObject: { kind: 'NodePool', namespace: 'clusters', name: 'server', uid },
        reason: 'Scaled',
        message: 'now there are two',
        type: 'Normal',
      },
    });
    const described = (await kubectl('describe', 'np', 'server', '-n', 'clusters')).out;
    expect(described).toMatch(/Cluster Name: +one/);
    expect(described).toContain('now there are two');
    expect((await kubectl('describe', 'ns', 'clusters')).out).toMatch(/Status: +Active/);
    expect((await kubectl('events', '-n', 'clusters')).out).toContain('now there are two');
  });

  it('patches in every way that the kind has', async () => {
    const patch = (type: string, body: string, ...target: string[]) =>
      kubectl('patch', ...target, '-n', 'clusters', '--type', type, '-p', body);
    expect((await patch('merge', '{"spec":{"replicas":5}}', 'np', 'server')).out).toContain('patched');
    expect(
      (await patch('json', '[{"op":"replace","path":"/spec/replicas","value":6}]', 'np', 'server')).out,
    ).toContain('patched');
    expect((await patch('strategic', '{"data":{"c":"3"}}', 'cm', 'client')).out).toContain('patched');
    expect((await patch('strategic', '{"spec":{"replicas":7}}', 'np', 'server')).err).toContain(
      'not supported',
    );
    expect((await patch('merge', '{"spec":{"clusterName":"two"}}', 'np', 'server')).err).toContain(
      'clusterName is immutable',
    );
    expect((await kubectl('scale', 'np', 'server', '-n', 'clusters', '--replicas', '3')).out).toContain(
      'scaled',
    );
    const { out } = await kubectl('get', 'np', 'server', '-n', 'clusters', '-o', 'jsonpath={.spec.replicas}');
    expect(out).toBe('3');
  });

  it('annotates, labels and edits without a fight', async () => {
    expect((await kubectl('annotate', 'np', 'server', '-n', 'clusters', 'a=b')).out).toMatch(/annotated?$/);
    expect((await kubectl('label', 'np', 'server', '-n', 'clusters', 'team=blue')).err).toContain(
      '--overwrite',
    );
    expect((await kubectl('label', 'np', 'server', '-n', 'clusters', 'team-')).out).toContain('unlabeled');
  });

  it('watches what changes', async () => {
    const child = spawn(
      kubectlPath,
      argumentsFor(['get', 'np', 'server', '-n', 'clusters', '-w', '--no-headers']),
    );
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    await vi.waitFor(() => expect(text).toMatch(/one +3/), { timeout: 10_000 });
    await kubectl('scale', 'np', 'server', '-n', 'clusters', '--replicas', '8');
    await vi.waitFor(() => expect(text).toMatch(/one +8/), { timeout: 10_000 });
    child.kill();
  });

  it('waits for a condition and for the end', async () => {
    const condition = { type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' };
    const waiting = kubectl('wait', 'np/server', '-n', 'clusters', '--for=condition=Ready', '--timeout=20s');
    await kubectl(
      'patch',
      'np',
      'server',
      '-n',
      'clusters',
      '--subresource',
      'status',
      '--type',
      'merge',
      '-p',
      JSON.stringify({ status: { conditions: [condition] } }),
    );
    expect((await waiting).out).toBe('nodepool.hypershift.openshift.io/server condition met');
    const gone = kubectl('wait', 'np/server', '-n', 'clusters', '--for=delete', '--timeout=20s');
    expect((await kubectl('delete', 'np', 'server', '-n', 'clusters')).out).toContain('deleted');
    expect((await gone).code).toBe(0);
  });

  it('creates secrets, accounts, tokens, roles and quotas', async () => {
    const create = async (...args: string[]) => (await kubectl('create', ...args, '-n', 'clusters')).out;
    expect(await create('secret', 'generic', 's', '--from-literal', 'a=b')).toBe('secret/s created');
    expect(await create('serviceaccount', 'bot')).toBe('serviceaccount/bot created');
    expect(await create('role', 'r', '--verb', 'get', '--resource', 'secrets')).toContain('created');
    expect(await create('rolebinding', 'rb', '--role', 'r', '--serviceaccount', 'clusters:bot')).toContain(
      'created',
    );
    expect(await create('quota', 'q', '--hard', 'pods=3')).toBe('resourcequota/q created');
    const token = await create('token', 'bot');
    expect((await kubectl('--token', token, 'auth', 'can-i', 'get', 'secrets')).out).toBe('yes');
    expect((await kubectl('get', 'secret', 's', '-n', 'clusters', '-o', 'jsonpath={.data.a}')).out).toBe(
      'Yg==',
    );
  });

  it('deletes with orphans, and namespaces with all that is in them', async () => {
    expect((await kubectl('delete', 'cm', 'client', '-n', 'clusters', '--cascade=orphan')).out).toContain(
      'deleted',
    );
    expect((await kubectl('delete', 'cm', 'none', '-n', 'clusters', '--ignore-not-found')).code).toBe(0);
    expect((await kubectl('delete', 'namespace', 'clusters')).out).toContain('deleted');
    expect((await kubectl('get', 'np', '-A')).err).toBe('No resources found');
  });
});
