import { describe, expect, test } from 'vitest';
import type { ClusterSpec } from '../../../../src/domain/cluster/cluster-spec.ts';
import { aws } from '../../../../src/domain/platforms/aws/aws.ts';
import type { AwsPlatform } from '../../../../src/domain/platforms/aws/aws-spec.ts';
import type { KubevirtPlatform } from '../../../../src/domain/platforms/kubevirt/kubevirt-spec.ts';
import { awsPlatform, hostedClusterSpec, outputsFor, specOf } from './samples.ts';

const renderingOf = (spec: ClusterSpec) => ({
  spec,
  infraId: 'payments-x7k2b',
  hostedClusterName: 'payments',
  infrastructure: outputsFor(spec),
});

describe('aws', () => {
  const awsBlock = (more: Partial<AwsPlatform>) =>
    hostedClusterSpec(specOf('aws', { platform: { type: 'aws', aws: { ...awsPlatform, ...more } } }))[
      'platform'
    ];

  test('refers to network and identities that exist', () => {
    const arn = (name: string) => `arn:aws:iam::123456789012:role/${name}`;
    expect(hostedClusterSpec(specOf('aws'))).toMatchObject({
      issuerURL: 'https://oidc.example.org/payments',
      dns: { baseDomain: 'example.org' },
      etcd: { managed: { storage: { persistentVolume: { storageClassName: 'gp3-csi' } } } },
    });
    expect(awsBlock({})).toEqual({
      type: 'AWS',
      aws: {
        region: 'eu-west-1',
        endpointAccess: 'Public',
        multiArch: false,
        cloudProviderConfig: {
          vpc: 'vpc-0123456789abcdef0',
          subnet: { id: 'subnet-0123456789abcdef0' },
          zone: 'eu-west-1a',
        },
        rolesRef: {
          ingressARN: arn('ingress'),
          imageRegistryARN: arn('image-registry'),
          storageARN: arn('storage'),
          networkARN: arn('network'),
          kubeCloudControllerARN: arn('cloud-controller'),
          nodePoolManagementARN: arn('node-pool'),
          controlPlaneOperatorARN: arn('control-plane-operator'),
        },
      },
    });
  });

  test('lists tags in one order and with the one that the operator would add', () => {
    expect(awsBlock({ tags: { team: 'b', 'cost-centre': '42' } })).toMatchObject({
      aws: {
        resourceTags: [
          { key: 'cost-centre', value: '42' },
          { key: 'team', value: 'b' },
          { key: 'kubernetes.io/cluster/payments-x7k2b', value: 'owned' },
        ],
      },
    });
  });

  test('passes on access, architecture and principals', () => {
    const principal = 'arn:aws:iam::123456789012:root';
    expect(
      awsBlock({
        endpointAccess: 'publicAndPrivate',
        multiArch: true,
        additionalAllowedPrincipals: [principal],
      }),
    ).toMatchObject({
      aws: { endpointAccess: 'PublicAndPrivate', multiArch: true, additionalAllowedPrincipals: [principal] },
    });
  });

  test('without subnets still renders, for admission to refuse', () => {
    expect(awsBlock({ infrastructure: { ...awsPlatform.infrastructure, subnets: [] } })).toMatchObject({
      aws: { cloudProviderConfig: { vpc: 'vpc-0123456789abcdef0' } },
    });
  });

  test('cannot be asked about a cluster of another platform', () => {
    expect(() => aws.hostedClusterPlatform(renderingOf(specOf('none')))).toThrow(/none.*aws/);
  });
});

describe('kubevirt', () => {
  const withPlatform = (kubevirt: KubevirtPlatform) =>
    specOf('kubevirt', { platform: { type: 'kubevirt', kubevirt } });

  test('leaves the base domain to the operator when there is none', () => {
    const spec = hostedClusterSpec(specOf('kubevirt'));
    expect(spec['platform']).toEqual({ type: 'KubeVirt', kubevirt: { baseDomainPassthrough: true } });
    expect(spec).not.toHaveProperty('dns');
    expect(hostedClusterSpec(specOf('kubevirt', { dns: { baseDomain: '' } }))).toEqual(spec);
  });

  test('takes a base domain of its own', () => {
    const spec = hostedClusterSpec(specOf('kubevirt', { dns: { baseDomain: 'example.org' } }));
    expect(spec['platform']).toEqual({ type: 'KubeVirt', kubevirt: {} });
    expect(spec['dns']).toEqual({ baseDomain: 'example.org' });
  });

  test('maps classes of the guest to those of the management cluster', () => {
    const kubevirt = {
      storageClassMappings: [
        { infra: 'a', guest: 'b', group: 'g' },
        { infra: 'c', guest: 'd' },
      ],
      volumeSnapshotClassMappings: [{ infra: 'e', guest: 'f' }],
    };
    expect(hostedClusterSpec(withPlatform(kubevirt))['platform']).toMatchObject({
      kubevirt: {
        storageDriver: {
          type: 'Manual',
          manual: {
            storageClassMapping: [
              { infraStorageClassName: 'a', guestStorageClassName: 'b', group: 'g' },
              { infraStorageClassName: 'c', guestStorageClassName: 'd' },
            ],
            volumeSnapshotClassMapping: [
              { infraVolumeSnapshotClassName: 'e', guestVolumeSnapshotClassName: 'f' },
            ],
          },
        },
      },
    });
  });
});

test('a key service that a platform does not have is left out, for admission to refuse', () => {
  const encryption = { type: 'kms', aws: { keyArn: 'k', roleArn: 'r' } } as const;
  expect(hostedClusterSpec(specOf('none', { encryption }))['secretEncryption']).toEqual({ type: 'kms' });
  expect(aws.keyService?.(renderingOf(specOf('aws')))).toBeUndefined();
});

test('agent names the namespace of the Agents', () => {
  expect(hostedClusterSpec(specOf('agent'))['platform']).toEqual({
    type: 'Agent',
    agent: { agentNamespace: 'agents-of-payments' },
  });
});
