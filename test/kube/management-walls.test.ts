import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { KubeObject } from '../../src/domain/shared/kube-object.ts';
import { connectManagementCluster } from '../../src/providers/management-cluster/connect-management-cluster.ts';
import type { ManagementCluster } from '../../src/providers/management-cluster/contract.ts';
import { clusterOf, nodePoolOf, render, renderPool, specOf } from '../unit/domain/manifests/samples.ts';
import { installBerthAccount } from './berth-account.ts';
import { connectKube, type KubeConnection, requestKube } from './kube-connection.ts';

const namespace = `hc-${'7'.repeat(26)}`;
const hypershift = `/apis/hypershift.openshift.io/v1beta1/namespaces/${namespace}`;
const hostedCluster = `${hypershift}/hostedclusters/payments`;
const core = `/api/v1/namespaces/${namespace}`;

const cluster = clusterOf(specOf('none'), { id: `cl_${'7'.repeat(26)}` });
const pool = renderPool(
  nodePoolOf({ replicas: 1, management: { repair: { timeout: 'PT5M', maxUnhealthy: 2 } } } as never, {
    clusterId: cluster.id,
  }),
  cluster,
);
const nodePool = `${hypershift}/nodepools/${pool.metadata.name}`;

const admin = connectKube(inject('kubeApiServer').kubeconfig);
let berth: KubeConnection;
let client: ManagementCluster;
const applied: KubeObject[] = [];

const get = async (path: string) => (await requestKube(admin, { path })).body;

const asBerth = async (method: 'POST' | 'DELETE' | 'PUT', path: string, body?: object) => {
  const answer = await requestKube(berth, { method, path, ...(body === undefined ? {} : { body }) });
  return { status: answer.status, message: String(answer.body.message) };
};

const patch = async (connection: KubeConnection, path: string, metadata: object) => {
  const contentType = 'application/merge-patch+json';
  const answer = await requestKube(connection, { method: 'PATCH', path, contentType, body: { metadata } });
  return { status: answer.status, message: String(answer.body.message) };
};

beforeAll(async () => {
  const kubeconfig = await installBerthAccount(inject('kubeApiServer').kubeconfig);
  berth = connectKube(kubeconfig);
  client = connectManagementCluster({ kubeconfig });
  for (const object of [...render(cluster), pool]) applied.push(await client.apply(object));
}, 120_000);

afterAll(async () => {
  await client?.close();
  await requestKube(admin, { method: 'DELETE', path: `/api/v1/namespaces/${namespace}` });
  for (const connection of [admin, berth]) connection?.agent.destroy();
});

describe('under its own account Berth', () => {
  it('applies what a cluster is made of, in order', () => {
    expect(applied.map(({ kind }) => kind)).toEqual([
      'Namespace',
      'NetworkPolicy',
      'ResourceQuota',
      'Secret',
      'Secret',
      'HostedCluster',
      'NodePool',
    ]);
  });

  it('closes the namespace to all traffic', async () => {
    const policy = `/apis/networking.k8s.io/v1/namespaces/${namespace}/networkpolicies/berth-deny-all`;
    expect((await get(policy)).spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  });

  it('bounds what is in the namespace, and the server holds to it', async () => {
    const quota = `${core}/resourcequotas/berth-limits`;
    const hard = {
      pods: '0',
      services: '0',
      persistentvolumeclaims: '0',
      secrets: '100',
      configmaps: '1k',
      'count/hostedclusters.hypershift.openshift.io': '1',
    };
    expect((await get(quota)).spec).toEqual({ hard });

    // A controller that is not part of the server counts; until it has, a quota bounds nothing.
    const used = { ...hard, pods: '0', services: '0', secrets: '2', configmaps: '1' };
    const counted = await requestKube(admin, {
      method: 'PATCH',
      path: `${quota}/status`,
      contentType: 'application/merge-patch+json',
      body: { status: { hard, used } },
    });
    expect(counted.status).toBe(200);
    const second = { ...(await get(hostedCluster)), metadata: { name: 'second' }, status: undefined };
    await expect
      .poll(() => asBerth('POST', `${hypershift}/hostedclusters?dryRun=All`, second), { timeout: 15_000 })
      .toMatchObject({ status: 403, message: expect.stringContaining('exceeded quota: berth-limits') });
    const service = { metadata: { name: 'any' }, spec: { ports: [{ port: 80 }] } };
    const made = await requestKube(admin, { method: 'POST', path: `${core}/services`, body: service });
    expect(made.status).toBe(403);
    expect(made.body.message).toContain('exceeded quota: berth-limits');
  });

  it('deletes no collections', async () => {
    for (const path of [`${hypershift}/hostedclusters`, `${hypershift}/nodepools`, `${core}/secrets`]) {
      const { status, message } = await asBerth('DELETE', path);
      expect(status).toBe(403);
      expect(message).toMatch(/cannot deletecollection resource/);
    }
  });

  it('changes nothing of what holds it', async () => {
    const admission = '/apis/admissionregistration.k8s.io/v1';
    const rbac = '/apis/rbac.authorization.k8s.io/v1';
    for (const path of [
      `${admission}/validatingadmissionpolicies/berth-namespaces`,
      `${admission}/validatingadmissionpolicybindings/berth-hypershift-metadata`,
      `${rbac}/clusterroles/berth`,
      `${rbac}/clusterrolebindings/berth`,
      `/apis/networking.k8s.io/v1/namespaces/${namespace}/networkpolicies/berth-deny-all`,
      `${core}/resourcequotas/berth-limits`,
    ])
      expect((await asBerth('DELETE', path)).status, path).toBe(403);
  });

  it.each([
    'default',
    'kube-system',
    'berth',
    'hypershift',
    'clusters',
    `${namespace}-payments`,
    `hc-${'7'.repeat(25)}`,
    `xhc-${'7'.repeat(26)}`,
  ])('writes nothing in the namespace %s, be it a Secret or the namespace', async (name) => {
    const refusal = `namespace ${name} is not one of a cluster of Berth`;
    await requestKube(admin, { method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name } } });
    const path = `/api/v1/namespaces/${name}`;
    const body = { metadata: { name: 'walls' } };
    await requestKube(admin, { method: 'POST', path: `${path}/configmaps`, body });
    const tries = [
      await asBerth('POST', `${path}/secrets?dryRun=All`, body),
      await patch(berth, `${path}/configmaps/walls?dryRun=All`, { labels: { a: 'b' } }),
      await asBerth('DELETE', `${path}/configmaps/walls?dryRun=All`),
      await patch(berth, `${path}?dryRun=All`, { labels: { a: 'b' } }),
    ];
    for (const answer of tries)
      expect(answer).toMatchObject({ status: 403, message: expect.stringContaining(refusal) });
    // The server itself protects some of its own namespaces from being deleted, before any policy is asked.
    expect((await asBerth('DELETE', `${path}?dryRun=All`)).status).toBe(403);
    await requestKube(admin, { method: 'DELETE', path: `${path}/configmaps/walls` });
    if (!['default', 'kube-system', 'berth'].includes(name))
      await requestKube(admin, { method: 'DELETE', path });
  });
});

describe('annotations and labels of HyperShift', () => {
  const ofDomain = (name: string) => (name.includes('/') ? name : `hypershift.openshift.io/${name}`);

  it.each(
    [
      'control-plane-operator-image',
      'image-overrides',
      'capi-provider-aws-image',
      'capi-manager-image',
      'konnectivity-server-image',
      'konnectivity-agent-image',
      'aws-kms-provider-image',
      'azure-kms-provider-image',
      'karpenter-provider-aws-image',
      'haproxy-image',
      'pod-security-admission-label-override',
      'skip-release-image-validation',
      'disable-pki-reconciliation',
      'disable-machine-management',
      'kubevirt-vm-jsonpatch',
      'force-upgrade-to',
      'topology',
      'scope',
      'never-heard-of',
      'Image-Overrides',
      'resource-request-override.hypershift.openshift.io/etcd.etcd',
      'idpoverrides.hypershift.openshift.io/github',
      'oauth.hypershift.openshift.io/login-url-override',
      'a.b.hypershift.openshift.io/c',
    ].map(ofDomain),
  )('%s is refused', async (name) => {
    for (const [kind, path] of [
      ['HostedCluster', hostedCluster],
      ['NodePool', nodePool],
    ] as const) {
      const message = `annotation ${name} is not one that Berth may set on a ${kind}`;
      expect(await patch(berth, path, { annotations: { [name]: 'a' } })).toMatchObject({
        status: 403,
        message: expect.stringContaining(message),
      });
    }
  });

  it('are refused at creation as well', async () => {
    const { status: _status, ...object } = await get(nodePool);
    const metadata = { name: 'other', annotations: { 'hypershift.openshift.io/image-overrides': 'a' } };
    const answer = await asBerth('POST', `${hypershift}/nodepools?dryRun=All`, { ...object, metadata });
    expect(answer).toMatchObject({
      status: 403,
      message: expect.stringContaining('annotation hypershift.openshift.io/image-overrides is not one'),
    });
  });

  it('that are allowed on one kind are refused on the other', async () => {
    const timeout = 'hypershift.openshift.io/machine-health-check-timeout';
    const restart = 'hypershift.openshift.io/restart-date';
    expect((await patch(berth, hostedCluster, { annotations: { [timeout]: '5m' } })).status).toBe(403);
    expect((await patch(berth, nodePool, { annotations: { [restart]: 'now' } })).status).toBe(403);
  });

  it('that are allowed pass, and so do those of nobody', async () => {
    const annotations = {
      'hypershift.openshift.io/restart-date': '2026-01-01T00:00:00.000Z',
      'hypershift.openshift.io/destroy-grace-period': '10m',
      'hypershift.openshift.io/kube-apiserver-verbosity-level': '4',
      'hypershift.openshift.io/aws-machine-public-ips': 'true',
      'example.org/note': 'hypershift.openshift.io/',
    };
    expect((await patch(berth, hostedCluster, { annotations })).status).toBe(200);
    expect((await get(hostedCluster)).metadata.annotations).toMatchObject(annotations);
  });

  it('of the operator stay, are not changed and not taken away, and do not stand in the way', async () => {
    const name = 'hypershift.openshift.io/HasBeenAvailable';
    expect((await patch(admin, hostedCluster, { annotations: { [name]: 'true' } })).status).toBe(200);
    const spec = render(cluster).find(({ kind }) => kind === 'HostedCluster') as KubeObject;
    expect((await client.apply(spec)).metadata.annotations).toMatchObject({ [name]: 'true' });
    expect((await patch(berth, hostedCluster, { annotations: { [name]: 'false' } })).message).toContain(
      `annotation ${name} is not one that Berth may set on a HostedCluster`,
    );
    expect((await patch(berth, hostedCluster, { annotations: { [name]: null } })).message).toContain(
      `annotation ${name} is not one that Berth may take from a HostedCluster`,
    );
  });

  it('are held for labels too', async () => {
    const size = 'hypershift.openshift.io/hosted-cluster-size';
    const silence = 'hypershift.openshift.io/silence-cluster-alerts';
    expect((await patch(berth, hostedCluster, { labels: { [size]: 'large' } })).message).toContain(
      `label ${size} is not one that Berth may set on a HostedCluster`,
    );
    expect((await patch(berth, hostedCluster, { labels: { [silence]: 'true' } })).status).toBe(200);
  });

  it('are free for everybody else', async () => {
    const annotations = { 'hypershift.openshift.io/image-overrides': 'a=b' };
    expect((await patch(admin, `${hostedCluster}?dryRun=All`, { annotations })).status).toBe(200);
  });
});

it('takes a cluster away again', async () => {
  for (const { apiVersion, kind, metadata } of [...applied].reverse()) {
    if (!['NodePool', 'HostedCluster', 'Namespace'].includes(kind)) continue;
    const { name, uid = '' } = metadata;
    const ref = { apiVersion, kind, name, ...(kind === 'Namespace' ? {} : { namespace }) };
    expect(['deleting', 'absent']).toContain(await client.delete(ref, { uid }));
  }
  await expect
    .poll(() => client.get({ apiVersion: 'v1', kind: 'Namespace', name: namespace }), { timeout: 30_000 })
    .toBe(undefined);
});
