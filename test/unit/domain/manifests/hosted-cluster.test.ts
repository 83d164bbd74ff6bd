import { describe, expect, test } from 'vitest';
import { listObsoleteObjects } from '../../../../src/domain/cluster/cluster-secrets.ts';
import { renderCluster } from '../../../../src/domain/cluster/hosted-cluster.ts';
import {
  clusterOf,
  etcdKey,
  findObject,
  hostedClusterSpec,
  placementOf,
  render,
  renderInputOf,
  specOf,
} from './samples.ts';

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
});

describe('the objects of a cluster', () => {
  test('come in the order in which they are referred to', () => {
    expect(render(clusterOf(everything)).map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
      `Namespace ${namespace}`,
      'ConfigMap payments-user-ca-bundle',
      'Secret payments-pull-secret',
      'Secret payments-ssh-key',
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
    expect(findObject(objects, 'ConfigMap').data).toEqual({ 'ca-bundle.crt': certificate });
  });

  test('cannot be made without an etcd key unless a key service encrypts', () => {
    const input = renderInputOf(clusterOf(specOf('none')));
    expect(() => renderCluster({ ...input, secrets: { pullSecret: '{}' } })).toThrow(/etcd encryption key/);

    const kms = {
      type: 'kms',
      aws: { keyArn: 'arn:aws:kms:eu-west-1:1:key/k', roleArn: 'arn:aws:iam::1:role/r' },
    } as const;
    const withKms = renderInputOf(clusterOf(specOf('aws', { encryption: kms })));
    const objects = renderCluster({ ...withKms, secrets: { pullSecret: '{}' } });
    expect(objects.map(({ kind }) => kind)).toEqual(['Namespace', 'Secret', 'HostedCluster']);
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
      { apiVersion: 'v1', kind: 'Secret', namespace, name: 'payments-ssh-key' },
    ]);
  });

  test('is nothing while all of it is wanted, and never the etcd key', () => {
    expect(obsoleteOf(everything)).toEqual([]);
  });
});

describe('the spec of a HostedCluster', () => {
  test('without options is what Berth decides and nothing else', () => {
    expect(hostedClusterSpec(specOf('none'))).toEqual({
      infraID: 'payments-x7k2b',
      release: { image: 'registry.example.org/release@sha256:0f' },
      platform: { type: 'None' },
      dns: { baseDomain: 'example.com' },
      networking: {
        networkType: 'OVNKubernetes',
        clusterNetwork: [{ cidr: '10.132.0.0/14' }],
        serviceNetwork: [{ cidr: '172.31.0.0/16' }],
      },
      services: ['APIServer', 'Ignition', 'Konnectivity', 'OAuthServer', 'OIDC'].map((service) => ({
        service,
        servicePublishingStrategy: { type: 'NodePort', nodePort: { address: '192.0.2.10' } },
      })),
      etcd: {
        managementType: 'Managed',
        managed: { storage: { type: 'PersistentVolume', persistentVolume: { size: '8Gi' } } },
      },
      secretEncryption: { type: 'aescbc', aescbc: { activeKey: { name: 'payments-etcd-encryption-key' } } },
      controllerAvailabilityPolicy: 'HighlyAvailable',
      olmCatalogPlacement: 'management',
      fips: false,
      pullSecret: { name: 'payments-pull-secret' },
    });
  });

  test.each([
    [{ paused: true }, { pausedUntil: 'true' }],
    [{ paused: false }, {}],
    [
      { controlPlane: { availability: 'single', infrastructureAvailability: 'high' } },
      { controllerAvailabilityPolicy: 'SingleReplica', infrastructureAvailabilityPolicy: 'HighlyAvailable' },
    ],
    [
      { controlPlane: { operatorCatalogs: 'guest', fips: true } },
      { olmCatalogPlacement: 'guest', fips: true },
    ],
    [
      {
        controlPlane: {
          tolerations: [
            { key: 'gold', operator: 'Exists' },
            { operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 },
          ],
        },
      },
      {
        tolerations: [
          { key: 'gold', operator: 'Exists' },
          { operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 },
        ],
      },
    ],
    [{ controlPlane: { nodeSelector: { tier: 'gold' } } }, { nodeSelector: { tier: 'gold' } }],
    [
      {
        configuration: {
          proxy: { httpProxy: 'http://p:1', noProxy: '.x' },
          featureSet: 'TechPreviewNoUpgrade',
          disableDefaultCatalogSources: true,
        },
      },
      {
        configuration: {
          proxy: { httpProxy: 'http://p:1', noProxy: '.x' },
          featureGate: { featureSet: 'TechPreviewNoUpgrade' },
          operatorhub: { disableAllDefaultSources: true },
        },
      },
    ],
    [{ configuration: { disableDefaultCatalogSources: false, proxy: {} } }, {}],
    [
      {
        autoscaling: {
          maxNodesTotal: 0,
          maxPodGracePeriodSeconds: 600,
          maxNodeProvisionTime: 'PT15M',
          podPriorityThreshold: -10,
          expanders: ['LeastWaste'],
        },
      },
      {
        autoscaling: {
          maxNodesTotal: 0,
          maxPodGracePeriod: 600,
          maxNodeProvisionTime: '15m0s',
          podPriorityThreshold: -10,
          expanders: ['LeastWaste'],
        },
      },
    ],
    [
      { capabilities: { enabled: ['baremetal'], disabled: ['ImageRegistry'] } },
      { capabilities: { enabled: ['baremetal'], disabled: ['ImageRegistry'] } },
    ],
    [
      {
        imageContentSources: [
          { source: 'a.example.org', mirrors: ['b.example.org'] },
          { source: 'c.example.org', mirrors: [] },
        ],
      },
      {
        imageContentSources: [
          { source: 'a.example.org', mirrors: ['b.example.org'] },
          { source: 'c.example.org' },
        ],
      },
    ],
    [{ sshPublicKey: 'ssh-ed25519 AAAA' }, { sshKey: { name: 'payments-ssh-key' } }],
    [{ additionalTrustBundle: certificate }, { additionalTrustBundle: { name: 'payments-user-ca-bundle' } }],
    [
      { dns: { baseDomain: 'example.org', baseDomainPrefix: '' } },
      { dns: { baseDomain: 'example.org', baseDomainPrefix: '' } },
    ],
    [{ deletionProtection: true, placement: { labels: { tier: 'gold' } } }, {}],
  ] as const)('with %j differs by %j', (options, difference) => {
    expect(hostedClusterSpec(specOf('none', options))).toEqual({
      ...hostedClusterSpec(specOf('none')),
      ...difference,
    });
  });

  test('writes the size of etcd as the operator writes it back, for it may not change', () => {
    const spec = specOf('none', {
      controlPlane: { etcd: { storage: { size: '16384Mi', className: 'fast' } } },
    });
    expect(hostedClusterSpec(spec)['etcd']).toEqual({
      managementType: 'Managed',
      managed: {
        storage: { type: 'PersistentVolume', persistentVolume: { size: '16Gi', storageClassName: 'fast' } },
      },
    });
  });
});

describe('networks', () => {
  const networkOf = (network: NonNullable<(typeof everything)['network']>) => {
    const { networking, operatorConfiguration } = hostedClusterSpec(specOf('none', { network }));
    return { networking, operatorConfiguration };
  };

  test('are written as given, with the host prefix for the first family only', () => {
    expect(
      networkOf({
        clusterCidrs: ['10.0.0.0/14', 'fd01::/48'],
        serviceCidrs: ['172.30.0.0/16', 'fd02::/112'],
        machineCidrs: ['192.0.2.0/24'],
        hostPrefix: 24,
        apiServerAllowedCidrs: ['198.51.100.0/24'],
        ovnMtu: 1400,
      }),
    ).toEqual({
      networking: {
        networkType: 'OVNKubernetes',
        clusterNetwork: [{ cidr: '10.0.0.0/14', hostPrefix: 24 }, { cidr: 'fd01::/48' }],
        serviceNetwork: [{ cidr: '172.30.0.0/16' }, { cidr: 'fd02::/112' }],
        machineNetwork: [{ cidr: '192.0.2.0/24' }],
        apiServer: { allowedCIDRBlocks: ['198.51.100.0/24'] },
      },
      operatorConfiguration: { clusterNetworkOperator: { ovnKubernetesConfig: { mtu: 1400 } } },
    });
  });

  test('are written as the operator writes them back, for they may not change', () => {
    const { networking } = networkOf({ clusterCidrs: ['FD01:0:0::/48'], serviceCidrs: ['not-a-range'] });
    expect(networking).toMatchObject({
      clusterNetwork: [{ cidr: 'fd01::/48' }],
      serviceNetwork: [{ cidr: 'not-a-range' }],
    });
  });

  test('of another kind say what the operator shall leave out', () => {
    expect(networkOf({ type: 'Other', allocateNodeCidrs: true, disableMultiNetwork: true })).toEqual({
      networking: {
        networkType: 'Other',
        clusterNetwork: [{ cidr: '10.132.0.0/14' }],
        serviceNetwork: [{ cidr: '172.31.0.0/16' }],
        allocateNodeCIDRs: 'Enabled',
      },
      operatorConfiguration: { clusterNetworkOperator: { disableMultiNetwork: true } },
    });
    expect(networkOf({ allocateNodeCidrs: false, disableMultiNetwork: false })).toEqual(networkOf({}));
  });
});
