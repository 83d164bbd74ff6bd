import { describe, expect, test } from 'vitest';
import { desiredReplicas } from '../../../../src/domain/node-pool/desired-replicas.ts';
import type { NodePoolManagement, NodePoolSpec } from '../../../../src/domain/node-pool/node-pool-spec.ts';
import { awsPlatform, clusterOf, nodePoolOf, nodePoolSpec, renderPool, specOf } from './samples.ts';

test('a NodePool is named after its id and says whose it is', () => {
  const nodePool = nodePoolOf(
    { replicas: 2 },
    { labels: { team: 'x', 'sandbox.berth.io/script': 'node-never-joins' } },
  );
  const { apiVersion, kind, metadata } = renderPool(nodePool, clusterOf(specOf('none')));
  expect({ apiVersion, kind, metadata }).toEqual({
    apiVersion: 'hypershift.openshift.io/v1beta1',
    kind: 'NodePool',
    metadata: {
      name: 'np-01jzc8w2q5e8rv9n3k7m4x6t0b',
      namespace: 'hc-01jzc8w2q5e8rv9n3k7m4x6t0a',
      labels: {
        'app.kubernetes.io/managed-by': 'berth',
        'berth.io/cluster-id': 'cl_01jzc8w2q5e8rv9n3k7m4x6t0a',
        'berth.io/node-pool-id': 'np_01jzc8w2q5e8rv9n3k7m4x6t0b',
        'sandbox.berth.io/script': 'node-never-joins',
      },
    },
  });
});

test('a NodePool runs its own release, which may be older than that of the cluster', () => {
  const release = { version: '4.19.9', image: 'registry.example.org/release@sha256:0e' };
  const { spec } = renderPool(nodePoolOf({ replicas: 2 }, { release }), clusterOf(specOf('none')));
  expect(spec?.['release']).toEqual({ image: 'registry.example.org/release@sha256:0e' });
});

test('without options it is what Berth decides and nothing else', () => {
  expect(nodePoolSpec('none', { replicas: 3 })).toEqual({
    clusterName: 'payments',
    release: { image: 'registry.example.org/release@sha256:0f' },
    arch: 'amd64',
    replicas: 3,
    management: { autoRepair: false, upgradeType: 'InPlace' },
    nodeDrainTimeout: '0s',
    nodeVolumeDetachTimeout: '0s',
    platform: { type: 'None' },
  });
});

test.each([
  [{ replicas: 0 }, { replicas: 0 }, 0],
  [{ autoscaling: { min: 2, max: 5 } }, { autoScaling: { min: 2, max: 5 } }, 2],
  [{}, {}, 0],
] as const)('the size %j is written as %j and means %i nodes', (size, written, desired) => {
  const { replicas, autoScaling } = nodePoolSpec('kubevirt', size);
  expect(JSON.parse(JSON.stringify({ replicas, autoScaling }))).toEqual(written);
  expect(desiredReplicas(size)).toBe(desired);
});

test.each([
  [{ labels: { role: 'gpu' } }, { nodeLabels: { role: 'gpu' } }],
  [
    {
      taints: [
        { key: 'gpu', value: '', effect: 'NoSchedule' },
        { key: 'x', value: 'y', effect: 'NoExecute' },
      ],
    },
    {
      taints: [
        { key: 'gpu', effect: 'NoSchedule' },
        { key: 'x', value: 'y', effect: 'NoExecute' },
      ],
    },
  ],
  [
    { drainTimeout: 'PT30M', volumeDetachTimeout: 'PT90S' },
    { nodeDrainTimeout: '30m0s', nodeVolumeDetachTimeout: '1m30s' },
  ],
  [{ pause: true }, { pausedUntil: 'true' }],
  [{ pause: false }, {}],
  [{ arch: 'arm64' }, { arch: 'arm64' }],
] as readonly (readonly [NodePoolSpec, object])[])('with %j it differs by %j', (options, difference) => {
  expect(nodePoolSpec('none', { replicas: 3, ...options })).toEqual({
    ...nodePoolSpec('none', { replicas: 3 }),
    ...difference,
  });
});

describe('management', () => {
  const managementOf = (management: NodePoolManagement, type: 'aws' | 'agent' = 'aws') =>
    nodePoolSpec(type, { replicas: 1, management })['management'];

  test.each([
    [{}, {}],
    [{ autoRepair: true }, { autoRepair: true }],
    [{ strategy: 'onDelete' }, { replace: { strategy: 'OnDelete' } }],
    [
      { strategy: 'rollingUpdate' },
      { replace: { strategy: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } },
    ],
    [
      { maxSurge: '25%' },
      { replace: { strategy: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: 0 } } },
    ],
    [
      { maxUnavailable: 2 },
      { replace: { strategy: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 2 } } },
    ],
  ] as readonly (readonly [NodePoolManagement, object])[])(
    '%j of a pool that replaces is %j',
    (management, written) => {
      expect(managementOf(management)).toEqual({ autoRepair: false, upgradeType: 'Replace', ...written });
    },
  );

  test('in place has only the number of machines that may be away', () => {
    expect(managementOf({ maxUnavailable: 2 }, 'agent')).toEqual({
      autoRepair: false,
      upgradeType: 'InPlace',
      inPlace: { maxUnavailable: 2 },
    });
    expect(managementOf({ upgradeType: 'inPlace' })).toEqual({ autoRepair: false, upgradeType: 'InPlace' });
    expect(managementOf({ upgradeType: 'replace' }, 'agent')).toEqual({
      autoRepair: false,
      upgradeType: 'Replace',
    });
  });
});

describe('machines of aws', () => {
  const machineOf = (options: NodePoolSpec, cluster = specOf('aws')) => {
    const { platform } = nodePoolSpec('aws', { replicas: 1, ...options }, cluster);
    return (platform as { aws: object }).aws;
  };
  const plain = {
    instanceType: 'm5.large',
    instanceProfile: 'payments-x7k2b-worker',
    subnet: { id: 'subnet-0123456789abcdef0' },
    rootVolume: { size: 120, type: 'gp3' },
  };

  test('have defaults for everything', () => {
    expect(machineOf({})).toEqual(plain);
    expect(machineOf({ arch: 'arm64' })).toEqual({ ...plain, instanceType: 'm6g.large' });
    expect(machineOf({ arch: 's390x' })).toEqual(plain);
  });

  test('stand in the zone or subnet that the pool names', () => {
    expect(machineOf({ zone: 'eu-west-1b' })).toEqual({
      ...plain,
      subnet: { id: 'subnet-0123456789abcdef1' },
    });
    expect(machineOf({ subnet: 'subnet-other' })).toEqual({ ...plain, subnet: { id: 'subnet-other' } });
    expect(machineOf({ zone: 'eu-west-1x' })).not.toHaveProperty('subnet');
  });

  test('take the profile of the pool, else that of the infrastructure', () => {
    const infrastructure = { ...awsPlatform.infrastructure, instanceProfile: 'of-the-cluster' };
    const cluster = specOf('aws', { platform: { type: 'aws', aws: { ...awsPlatform, infrastructure } } });
    expect(machineOf({}, cluster)).toMatchObject({ instanceProfile: 'of-the-cluster' });
    expect(machineOf({ platform: { instanceProfile: 'own' } }, cluster)).toMatchObject({
      instanceProfile: 'own',
    });
  });

  test('have the root volume that the pool asks for', () => {
    const rootVolume = { type: 'io1', iops: 5000, kmsKeyArn: 'arn:aws:kms:eu-west-1:1:key/k' };
    expect(machineOf({ platform: { instanceType: 'm6i.xlarge', rootVolume } })).toEqual({
      ...plain,
      instanceType: 'm6i.xlarge',
      rootVolume: { size: 120, type: 'io1', iops: 5000, encryptionKey: 'arn:aws:kms:eu-west-1:1:key/k' },
    });
  });
});

describe('machines of kubevirt', () => {
  const machineOf = (platform: NodePoolSpec['platform']) =>
    (nodePoolSpec('kubevirt', { replicas: 1, platform })['platform'] as { kubevirt: object }).kubevirt;
  const plain = {
    compute: { cores: 2, memory: '4Gi' },
    rootVolume: { type: 'Persistent', persistent: { size: '32Gi' } },
    networkInterfaceMultiqueue: 'Enable',
    attachDefaultNetwork: true,
  };

  test('have defaults for everything', () => {
    expect(machineOf(undefined)).toEqual(plain);
    expect(machineOf({ qosClass: 'Burstable', hostDevices: [], nodeSelector: {} })).toEqual(plain);
  });

  test('say what differs from the CRD, and a device how many of it', () => {
    expect(
      machineOf({
        cores: 8,
        memory: '16384Mi',
        qosClass: 'Guaranteed',
        networkMultiqueue: 'Disable',
        attachDefaultNetwork: false,
        additionalNetworks: ['ns/nad'],
        nodeSelector: { disk: 'ssd' },
        hostDevices: [{ name: 'nvidia.com/A100' }, { name: 'nvidia.com/T4', count: 2 }],
        rootVolume: {
          storageClass: 'fast',
          accessModes: ['ReadWriteMany'],
          volumeMode: 'Block',
          cacheStrategy: 'PVC',
        },
      }),
    ).toEqual({
      compute: { cores: 8, memory: '16Gi', qosClass: 'Guaranteed' },
      rootVolume: {
        type: 'Persistent',
        persistent: {
          size: '32Gi',
          storageClass: 'fast',
          accessModes: ['ReadWriteMany'],
          volumeMode: 'Block',
        },
        cacheStrategy: { type: 'PVC' },
      },
      networkInterfaceMultiqueue: 'Disable',
      additionalNetworks: [{ name: 'ns/nad' }],
      attachDefaultNetwork: false,
      nodeSelector: { disk: 'ssd' },
      hostDevices: [
        { deviceName: 'nvidia.com/A100', count: 1 },
        { deviceName: 'nvidia.com/T4', count: 2 },
      ],
    });
  });
});

test('machines of agent are chosen by labels when asked', () => {
  const platformOf = (platform?: NodePoolSpec['platform']) =>
    nodePoolSpec('agent', { replicas: 1, platform })['platform'];
  expect(platformOf()).toEqual({ type: 'Agent', agent: {} });
  expect(platformOf({ agentLabelSelector: { matchLabels: { rack: '7' } } })).toEqual({
    type: 'Agent',
    agent: { agentLabelSelector: { matchLabels: { rack: '7' } } },
  });
});
