import { describe, expect, test } from 'vitest';
import type { ClusterNetwork } from '../../../../src/domain/cluster/cluster-spec.ts';
import { hostedClusterSpec, specOf } from './samples.ts';

const certificate = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

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
    [
      { configuration: { proxy: { httpsProxy: 'https://proxy:3129', trustBundle: certificate } } },
      {
        configuration: {
          proxy: { httpsProxy: 'https://proxy:3129', trustedCA: { name: 'payments-proxy-ca' } },
        },
      },
    ],
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
  const networkOf = (network: ClusterNetwork) => {
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
