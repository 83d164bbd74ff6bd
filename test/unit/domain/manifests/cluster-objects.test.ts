import { describe, expect, test } from 'vitest';
import { listObsoleteObjects } from '../../../../src/domain/cluster/cluster-secrets.ts';
import { renderCluster } from '../../../../src/domain/cluster/hosted-cluster.ts';
import { clusterOf, etcdKey, findObject, placementOf, render, renderInputOf, specOf } from './samples.ts';

const namespace = 'hc-01jzc8w2q5e8rv9n3k7m4x6t0a';
const ours = {
  'app.kubernetes.io/managed-by': 'berth',
  'berth.io/cluster-id': 'cl_01jzc8w2q5e8rv9n3k7m4x6t0a',
};
const ofSecrets = {
  ...ours,
  'hypershift.openshift.io/safe-to-delete-with-cluster': 'true',
  'hypershift.openshift.io/auto-created-for-infra': 'payments-x7k2b',
};
const certificate = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
const everything = specOf('kubevirt', {
  sshPublicKey: 'ssh-ed25519 AAAA',
  additionalTrustBundle: certificate,
  configuration: { proxy: { trustBundle: `# proxy\n${certificate}` } },
  controlPlane: { auditWebhookCredentialId: 'cr_01jzc8w2q5e8rv9n3k7m4x6t0h' },
});

describe('the objects of a cluster', () => {
  test('come in the order in which they are referred to', () => {
    expect(render(clusterOf(everything)).map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
      `Namespace ${namespace}`,
      'NetworkPolicy berth-deny-all',
      'ResourceQuota berth-limits',
      'ConfigMap payments-user-ca-bundle',
      'Secret payments-pull-secret',
      'Secret payments-ssh-key',
      'ConfigMap payments-proxy-ca',
      'Secret payments-audit-webhook',
      'Secret payments-etcd-encryption-key',
      'HostedCluster payments',
    ]);
  });

  test('say whose they are, and secrets that they go with the cluster', () => {
    for (const { kind, metadata } of render(clusterOf(everything))) {
      expect(metadata.labels).toEqual(kind === 'Secret' ? ofSecrets : ours);
      expect(metadata.namespace).toBe(kind === 'Namespace' ? undefined : namespace);
    }
  });

  test('close the namespace before anything is in it', () => {
    const [, policy, quota] = render(clusterOf(everything));
    expect(policy).toEqual({
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: { name: 'berth-deny-all', namespace, labels: ours },
      spec: { podSelector: {}, policyTypes: ['Ingress', 'Egress'] },
    });
    expect(quota).toEqual({
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'berth-limits', namespace, labels: ours },
      spec: {
        hard: {
          pods: '0',
          services: '0',
          persistentvolumeclaims: '0',
          secrets: '100',
          configmaps: '1000',
          'count/hostedclusters.hypershift.openshift.io': '1',
        },
      },
    });
  });

  test('ask for the clean-up of cloud resources from the beginning', () => {
    expect(findObject(render(clusterOf(everything)), 'HostedCluster').metadata.annotations).toEqual({
      'hypershift.openshift.io/cleanup-cloud-resources': 'true',
    });
  });

  test('hold the secrets as base64 of UTF-8', () => {
    const input = renderInputOf(clusterOf(everything));
    const objects = renderCluster({ ...input, secrets: { ...input.secrets, pullSecret: '{"é":1}' } });
    expect(findObject(objects, 'Secret', 'payments-pull-secret').data).toEqual({
      '.dockerconfigjson': 'eyLDqSI6MX0=',
    });
    expect(findObject(objects, 'Secret', 'payments-ssh-key').data).toEqual({
      'id_rsa.pub': 'c3NoLWVkMjU1MTkgQUFBQQ==',
    });
    expect(findObject(objects, 'Secret', 'payments-etcd-encryption-key')).toMatchObject({
      type: 'Opaque',
      data: { key: etcdKey },
    });
    expect(findObject(objects, 'ConfigMap', 'payments-user-ca-bundle').data).toEqual({
      'ca-bundle.crt': certificate,
    });
    expect(findObject(objects, 'ConfigMap', 'payments-proxy-ca').data).toEqual({
      'ca-bundle.crt': `# proxy\n${certificate}`,
    });
  });

  test('cannot be made without an etcd key unless a key service encrypts', () => {
    const input = renderInputOf(clusterOf(specOf('none')));
    expect(() => renderCluster({ ...input, secrets: { pullSecret: '{}', credentials: {} } })).toThrow(
      /etcd encryption key/,
    );

    const kms = {
      type: 'kms',
      aws: { keyArn: 'arn:aws:kms:eu-west-1:1:key/k', roleArn: 'arn:aws:iam::1:role/r' },
    } as const;
    const withKms = renderInputOf(clusterOf(specOf('aws', { encryption: kms })));
    const objects = renderCluster({ ...withKms, secrets: { pullSecret: '{}', credentials: {} } });
    expect(objects.map(({ kind }) => kind)).toEqual([
      'Namespace',
      'NetworkPolicy',
      'ResourceQuota',
      'Secret',
      'HostedCluster',
    ]);
    expect(findObject(objects, 'HostedCluster').spec?.['secretEncryption']).toEqual({
      type: 'kms',
      kms: {
        provider: 'AWS',
        aws: {
          region: 'eu-west-1',
          activeKey: { arn: 'arn:aws:kms:eu-west-1:1:key/k' },
          auth: { awsKms: 'arn:aws:iam::1:role/r' },
        },
      },
    });
  });

  test('carry the label of the sandbox only with a value that it knows the form of', () => {
    const labelsWith = (value: string) =>
      findObject(
        render(clusterOf(everything, { labels: { 'sandbox.berth.io/script': value, team: 'x' } })),
        'HostedCluster',
      ).metadata.labels;
    expect(labelsWith('image-pull-fails')).toEqual({
      ...ours,
      'sandbox.berth.io/script': 'image-pull-fails',
    });
    for (const value of ['', 'Upper', 'a'.repeat(41), 'with space', 'ok\n'])
      expect(labelsWith(value)).toEqual(ours);
  });
});

describe('what the present spec does not ask for any more', () => {
  const obsoleteOf = (spec: typeof everything) => {
    const cluster = clusterOf(spec);
    return listObsoleteObjects({ cluster, placement: placementOf(cluster) });
  };

  test('is listed for removal when it was cleared', () => {
    expect(obsoleteOf(specOf('kubevirt'))).toEqual([
      { apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'payments-user-ca-bundle' },
      { apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'payments-proxy-ca' },
      { apiVersion: 'v1', kind: 'Secret', namespace, name: 'payments-ssh-key' },
      { apiVersion: 'v1', kind: 'Secret', namespace, name: 'payments-audit-webhook' },
    ]);
  });

  test('is nothing while all of it is wanted, and never the etcd key', () => {
    expect(obsoleteOf(everything)).toEqual([]);
  });
});
