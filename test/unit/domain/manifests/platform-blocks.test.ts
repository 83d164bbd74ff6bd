import { describe, expect, test } from 'vitest';
import type { ClusterSpec } from '../../../../src/domain/cluster/cluster-spec.ts';
import { renderCluster } from '../../../../src/domain/cluster/hosted-cluster.ts';
import { aws } from '../../../../src/domain/platforms/aws/aws.ts';
import type { AwsPlatform } from '../../../../src/domain/platforms/aws/aws-spec.ts';
import type { KubevirtPlatform } from '../../../../src/domain/platforms/kubevirt/kubevirt-spec.ts';
import {
  awsPlatform,
  clusterOf,
  findObject,
  hostedClusterSpec,
  nodePoolSpec,
  outputsFor,
  render,
  renderInputOf,
  specOf,
} from './samples.ts';

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

describe('kubevirt on another cluster', () => {
  const credentialId = 'cr_01jzc8w2q5e8rv9n3k7m4x6t0k';
  const spec = specOf('kubevirt', {
    platform: {
      type: 'kubevirt',
      kubevirt: { externalInfrastructure: { credentialId, namespace: 'machines' }, storageDriver: 'none' },
    },
  });

  test('is reached with a kubeconfig in a Secret', () => {
    expect(hostedClusterSpec(spec)['platform']).toEqual({
      type: 'KubeVirt',
      kubevirt: {
        baseDomainPassthrough: true,
        credentials: {
          infraNamespace: 'machines',
          infraKubeConfigSecret: { name: 'payments-infra-credentials', key: 'kubeconfig' },
        },
        storageDriver: { type: 'None' },
      },
    });
    const secret = findObject(render(clusterOf(spec)), 'Secret', 'payments-infra-credentials');
    expect(secret.data).toEqual({ kubeconfig: btoa(`value of ${credentialId}`) });
  });

  test('cannot be rendered without the value of its credential', () => {
    const input = renderInputOf(clusterOf(spec));
    const secrets = { ...input.secrets, credentials: {} };
    expect(() => renderCluster({ ...input, secrets })).toThrow(`the value of credential ${credentialId}`);
  });

  test('has no credentials when the machines are on the management cluster', () => {
    expect(render(clusterOf(specOf('kubevirt'))).map(({ metadata }) => metadata.name)).not.toContain(
      'payments-infra-credentials',
    );
  });
});

test('an agent pool chooses its Agents by all that a selector can say', () => {
  const agentLabelSelector = {
    matchLabels: { size: 'large' },
    matchExpressions: [
      { key: 'rack', operator: 'In', values: ['1', '2'] },
      { key: 'spare', operator: 'DoesNotExist', values: [] },
    ],
  } as const;
  expect(nodePoolSpec('agent', { replicas: 1, platform: { agentLabelSelector } })['platform']).toEqual({
    type: 'Agent',
    agent: {
      agentLabelSelector: {
        matchLabels: { size: 'large' },
        matchExpressions: [
          { key: 'rack', operator: 'In', values: ['1', '2'] },
          { key: 'spare', operator: 'DoesNotExist' },
        ],
      },
    },
  });
});

test('a kubevirt cluster may have the default class of its infrastructure', () => {
  const platform = { type: 'kubevirt', kubevirt: { storageDriver: 'default' } } as const;
  expect(hostedClusterSpec(specOf('kubevirt', { platform }))['platform']).toMatchObject({
    kubevirt: { storageDriver: { type: 'Default' } },
  });
});

test('a kubevirt pool may start from a disk of its own', () => {
  const rootVolume = { containerDiskImage: 'registry.example.org/rhcos:1' };
  expect(nodePoolSpec('kubevirt', { replicas: 1, platform: { rootVolume } })['platform']).toMatchObject({
    kubevirt: { rootVolume: { diskImage: { containerDiskImage: 'registry.example.org/rhcos:1' } } },
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
