import { describe, expect, it } from 'vitest';
import { immutableClusterFields } from '../../../../src/domain/cluster/admission-immutable.ts';
import {
  admitClusterUpdate,
  type ClusterUpdateContext,
} from '../../../../src/domain/cluster/admission-update.ts';
import type { Cluster } from '../../../../src/domain/cluster/cluster.ts';
import type { ClusterSpec } from '../../../../src/domain/cluster/cluster-spec.ts';
import type {
  AwsExistingInfrastructure,
  AwsPlatform,
} from '../../../../src/domain/platforms/aws/aws-spec.ts';
import { at, awsSpec, clusterOf, kubevirtSpec, nodePoolOf } from '../factories.ts';
import { catalogue } from '../release/releases.ts';

const domainSpec: ClusterSpec = { ...awsSpec, dns: { baseDomain: 'example.com' } };

const update = (cluster: Cluster, spec: ClusterSpec, change: Partial<ClusterUpdateContext> = {}) =>
  admitClusterUpdate({
    cluster,
    labels: cluster.labels,
    spec,
    nodePools: [nodePoolOf({ replicas: 3 })],
    releases: catalogue,
    credentialKinds: new Map([['cr_2', 'pullSecret']]),
    now: at(0),
    supportedMinors: ['4.22', '4.21', '4.20'],
    ...change,
  });

const found = (...input: Parameters<typeof update>) =>
  update(...input).map(({ code, pointer }) => `${code} ${pointer}`);

const changed = (before: ClusterSpec, after: Partial<ClusterSpec>) =>
  found(clusterOf(before), { ...before, ...after });

const awsOf = ({ platform }: ClusterSpec): AwsPlatform => {
  if (platform.type !== 'aws') throw new Error('no cluster on aws');
  return platform.aws;
};

describe('a change of a cluster', () => {
  it('may be none, and may touch what is free', () => {
    expect(changed(kubevirtSpec, {})).toEqual([]);
    expect(
      changed(kubevirtSpec, {
        pullSecretCredentialId: 'cr_2',
        sshPublicKey: 'ssh-ed25519 AAAA me',
        paused: true,
        deletionProtection: true,
        network: { apiServerAllowedCidrs: ['10.0.0.0/8'] },
        controlPlane: { infrastructureAvailability: 'high', nodeSelector: { a: 'b' } },
        autoscaling: { maxNodesTotal: 9 },
        configuration: { proxy: { httpProxy: 'http://proxy:3128' } },
      }),
    ).toEqual([]);
  });

  it('may say a default explicitly', () => {
    expect(
      changed(kubevirtSpec, {
        network: { type: 'OVNKubernetes', clusterCidrs: ['10.132.0.0/14'], serviceCidrs: ['172.31.0.0/16'] },
        controlPlane: { availability: 'high', fips: false, etcd: { storage: { size: '8192Mi' } } },
        encryption: { type: 'aescbc' },
        publishing: { strategy: 'loadBalancer' },
        dns: { domainPrefix: 'payments' },
        capabilities: {},
      }),
    ).toEqual([]);
    expect(changed(domainSpec, { dns: { baseDomain: 'example.com', baseDomainPrefix: 'payments' } })).toEqual(
      [],
    );
  });

  it('is refused where HyperShift fixes a field, with the reason and what to do instead', () => {
    expect(
      update(clusterOf(kubevirtSpec), { ...kubevirtSpec, network: { clusterCidrs: ['10.128.0.0/14'] } }),
    ).toEqual([
      {
        pointer: '/spec/network/clusterCidrs',
        code: 'immutable',
        detail:
          'network.clusterCidrs cannot be changed. The addresses of a running cluster cannot be moved. Make another cluster.',
      },
    ]);
  });

  it.each<[string, ClusterSpec, Partial<ClusterSpec>]>([
    ['/spec/network/serviceCidrs', kubevirtSpec, { network: { serviceCidrs: ['172.30.0.0/16'] } }],
    ['/spec/network/hostPrefix', kubevirtSpec, { network: { hostPrefix: 23 } }],
    ['/spec/network/ovnMtu', kubevirtSpec, { network: { ovnMtu: 1400 } }],
    ['/spec/network/machineCidrs', domainSpec, { network: { machineCidrs: ['10.1.0.0/16'] } }],
    [
      '/spec/publishing/strategy',
      kubevirtSpec,
      { publishing: { strategy: 'nodePort', apiServerAddress: 'a.b.com' } },
    ],
    [
      '/spec/publishing/externalDnsDomain',
      kubevirtSpec,
      { publishing: { externalDnsDomain: 'x.example.com' } },
    ],
    ['/spec/controlPlane/availability', kubevirtSpec, { controlPlane: { availability: 'single' } }],
    ['/spec/controlPlane/fips', kubevirtSpec, { controlPlane: { fips: true } }],
    ['/spec/controlPlane/operatorCatalogs', kubevirtSpec, { controlPlane: { operatorCatalogs: 'guest' } }],
    [
      '/spec/controlPlane/etcd/storage/size',
      kubevirtSpec,
      { controlPlane: { etcd: { storage: { size: '9Gi' } } } },
    ],
    [
      '/spec/controlPlane/etcd/storage/className',
      kubevirtSpec,
      { controlPlane: { etcd: { storage: { className: 'fast' } } } },
    ],
    ['/spec/capabilities/disabled', kubevirtSpec, { capabilities: { disabled: ['Console'] } }],
    ['/spec/capabilities/enabled', kubevirtSpec, { capabilities: { enabled: ['baremetal'] } }],
    ['/spec/dns/domainPrefix', kubevirtSpec, { dns: { domainPrefix: 'other' } }],
    ['/spec/dns/baseDomain', domainSpec, { dns: { baseDomain: 'example.org' } }],
    ['/spec/dns/baseDomainPrefix', domainSpec, { dns: { baseDomain: 'example.com', baseDomainPrefix: '' } }],
    [
      '/spec/encryption/type',
      {
        ...domainSpec,
        encryption: {
          type: 'kms',
          aws: {
            keyArn: 'arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab',
            roleArn: 'arn:aws:iam::123456789012:role/kms',
          },
        },
      },
      { encryption: { type: 'aescbc' } },
    ],
    [
      '/spec/platform/kubevirt/storageClassMappings',
      kubevirtSpec,
      { platform: { type: 'kubevirt', kubevirt: { storageClassMappings: [{ infra: 'a', guest: 'b' }] } } },
    ],
    [
      '/spec/platform/kubevirt/volumeSnapshotClassMappings',
      kubevirtSpec,
      {
        platform: {
          type: 'kubevirt',
          kubevirt: { volumeSnapshotClassMappings: [{ infra: 'a', guest: 'b' }] },
        },
      },
    ],
    [
      '/spec/platform/agent/namespace',
      {
        ...kubevirtSpec,
        platform: { type: 'agent', agent: { namespace: 'a' } },
        publishing: { apiServerAddress: 'nodes.example.com' },
      },
      { platform: { type: 'agent', agent: { namespace: 'b' } } },
    ],
  ])('may not touch %s', (pointer, before, after) => {
    expect(changed(before, after)).toContain(`immutable ${pointer}`);
  });

  it('may not move a cluster on AWS', () => {
    const aws = awsOf(domainSpec);
    const existing = aws.infrastructure;
    if (existing.mode !== 'existing') throw new Error('no aws that exists');
    const moved = (change: Partial<AwsPlatform>, infrastructure: Partial<AwsExistingInfrastructure> = {}) =>
      changed(domainSpec, {
        platform: {
          type: 'aws',
          aws: { ...aws, ...change, infrastructure: { ...existing, ...infrastructure } },
        },
      });
    expect(moved({ endpointAccess: 'public', tags: { a: 'b' } }, { infraId: 'payments-f46hd' })).toEqual([]);
    expect(moved({ endpointAccess: 'private' })).toEqual(['immutable /spec/platform/aws/endpointAccess']);
    expect(
      moved({}, { vpcId: 'vpc-1123456789abcdef0', infraId: 'other', issuerUrl: 'https://other.example.com' }),
    ).toEqual([
      'immutable /spec/platform/aws/infrastructure/vpcId',
      'immutable /spec/platform/aws/infrastructure/infraId',
      'immutable /spec/platform/aws/infrastructure/issuerUrl',
    ]);
    expect(moved({ region: 'us-east-1' })).toContain('immutable /spec/platform/aws/region');
  });

  it('may not change the platform, and says only that of the platform', () => {
    const problems = changed(kubevirtSpec, { platform: { type: 'none', none: {} } });
    expect(problems.filter((problem) => problem.startsWith('immutable'))).toEqual([
      'immutable /spec/platform/type',
    ]);
  });

  it('may add what was never there, once', () => {
    const { network: _, ...without } = domainSpec;
    expect(changed(without, { network: { machineCidrs: ['10.0.0.0/16'] } })).toEqual([]);
    expect(
      changed(domainSpec, { dns: { baseDomain: 'example.com', publicZoneId: 'Z0123456789ABCDEFGHIJ' } }),
    ).toEqual([]);
    expect(changed(kubevirtSpec, { configuration: { featureSet: 'TechPreviewNoUpgrade' } })).toEqual([]);
    const final = { ...kubevirtSpec, configuration: { featureSet: 'TechPreviewNoUpgrade' as const } };
    expect(changed(final, { configuration: {} })).toEqual(['immutable /spec/configuration/featureSet']);
  });

  it('may not change where it is placed, once it is', () => {
    const placement = { labels: { tier: 'gold' } };
    expect(changed(kubevirtSpec, { placement })).toEqual(['immutable /spec/placement/labels']);
    expect(changed({ ...kubevirtSpec, placement }, { placement: { labels: { tier: 'gold' } } })).toEqual([]);
    expect(changed({ ...kubevirtSpec, placement }, { placement: {} })).toEqual([
      'immutable /spec/placement/labels',
    ]);
    const cluster = clusterOf(kubevirtSpec);
    const unplaced = { ...cluster, status: { ...cluster.status, placement: { reason: 'Cordoned' } } };
    expect(found(unplaced, { ...kubevirtSpec, placement })).toEqual([]);
  });

  it('is checked as a new cluster is, labels and text included', () => {
    const labels = { 'a b': 'c\u0000' };
    const spec = { ...kubevirtSpec, pullSecretCredentialId: 'cr_01jzc8w2q5e8rv9n3k7m4x6t0z' };
    expect(found(clusterOf(kubevirtSpec), spec, { labels })).toEqual([
      'unsafe-text /labels/a b',
      'invalid-format /labels/a b',
      'invalid-format /labels/a b',
      'not-found /spec/pullSecretCredentialId',
    ]);
    expect(changed(kubevirtSpec, { network: { apiServerAllowedCidrs: ['10.0.0.1/8'] } })).toEqual([
      'host-bits-set /spec/network/apiServerAllowedCidrs/0',
    ]);
  });

  it('may not leave a pool behind that would not be taken any more', () => {
    const tagged = (tags: AwsPlatform['tags']): ClusterSpec => ({
      ...domainSpec,
      platform: { type: 'aws', aws: { ...awsOf(domainSpec), tags } },
    });
    const pool = { ...nodePoolOf({ replicas: 3, platform: { tags: { team: 'a' } } }), name: 'workers' };
    const change = (tags: AwsPlatform['tags'], nodePools: ClusterUpdateContext['nodePools'] = [pool]) =>
      update(clusterOf(domainSpec), tagged(tags), { nodePools }).map(({ pointer, detail }) => [
        pointer,
        detail,
      ]);
    expect(change({ team: 'a' })).toEqual([]);
    expect(change({ team: 'b' })).toEqual([
      [
        '/spec/platform/aws',
        'Node pool workers would not fit any more: The cluster has the tag team with value b, which wins. Change the pool first.',
      ],
    ]);
    expect(change({ team: 'b' }, [{ ...pool, deletionRequestedAt: at(0) }])).toEqual([]);
  });

  it('is not blamed for what was wrong before', () => {
    const before = { ...kubevirtSpec, network: { clusterCidrs: ['172.17.0.0/16'] } };
    expect(changed(before, { paused: true })).toEqual([]);
  });
});

describe('a change of the version', () => {
  it('goes to what is offered and allowed', () => {
    expect(changed(kubevirtSpec, { version: '4.20.4' })).toEqual([]);
    expect(changed(kubevirtSpec, { version: { channel: 'stable-4.21' } })).toEqual([]);
    expect(changed(kubevirtSpec, { version: '9.9.9' })).toEqual(['unknown-version /spec/version']);
    expect(changed(kubevirtSpec, { version: '4.17.30' })).toContain('downgrade /spec/version');
    expect(changed(kubevirtSpec, { version: '4.22.1' })).toEqual(['minor-skipped /spec/version']);
  });

  it('is none when the same release is asked for in another way, or the same channel again', () => {
    const release = { version: '4.20.4', image: 'x' };
    const cluster = clusterOf({ ...kubevirtSpec, version: { channel: 'stable-4.20' } }, { release });
    expect(found(cluster, { ...kubevirtSpec, version: '4.20.4' })).toEqual([]);
    const old = clusterOf({ ...kubevirtSpec, version: { channel: 'stable-4.14' } });
    expect(found(old, { ...kubevirtSpec, version: { channel: 'stable-4.14' } })).toEqual([]);
  });

  it('respects the management cluster, and the pools that stay', () => {
    const next = { ...kubevirtSpec, version: '4.21.0' };
    const cluster = clusterOf(kubevirtSpec);
    expect(found(cluster, next, { supportedMinors: ['4.20'] })).toEqual([
      'version-not-supported /spec/version',
    ]);
    const old = nodePoolOf({ replicas: 1 }, { release: { version: '4.17.30', image: 'x' } });
    expect(found(cluster, next, { nodePools: [old] })).toEqual(['version-skew /spec/version']);
    expect(found(cluster, next, { nodePools: [{ ...old, deletionRequestedAt: at(-1) }] })).toEqual([]);
  });

  it('counts what a pool still runs', () => {
    const next = { ...kubevirtSpec, version: '4.21.0' };
    const pool = nodePoolOf({ replicas: 1 });
    const running = (version: string) => ({ ...pool, status: { ...pool.status, version } });
    expect(found(clusterOf(kubevirtSpec), next, { nodePools: [running('4.17.30')] })).toEqual([
      'version-skew /spec/version',
    ]);
    expect(found(clusterOf(kubevirtSpec), next, { nodePools: [running('4.20.3')] })).toEqual([]);
  });

  it('counts the version in use before the first rollout and without knowledge of the management cluster', () => {
    const cluster = clusterOf(kubevirtSpec);
    const version = { desired: '4.20.3', available: [] };
    const { supportedMinors: _, ...context } = {
      cluster: { ...cluster, status: { ...cluster.status, version } },
      labels: {},
      spec: { ...kubevirtSpec, version: '4.21.0' },
      nodePools: [],
      releases: catalogue,
      credentialKinds: new Map(),
      now: at(0),
      supportedMinors: [],
    };
    expect(admitClusterUpdate(context)).toEqual([]);
  });
});

it('explains every immutable field in sentences', () => {
  for (const { pointer, reason, instead } of immutableClusterFields) {
    expect(pointer).toMatch(/^\/spec\/[a-zA-Z/]+$/);
    expect(`${reason} ${instead}`).toMatch(/^[A-Z].*\. .*\.$/);
  }
  expect(new Set(immutableClusterFields.map(({ pointer }) => pointer)).size).toBe(
    immutableClusterFields.length,
  );
});
