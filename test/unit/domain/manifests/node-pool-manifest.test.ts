import { describe, expect, test } from 'vitest';
import { desiredReplicas } from '../../../../src/domain/node-pool/desired-replicas.ts';
import type { NodePoolManagement, NodePoolSpec } from '../../../../src/domain/node-pool/node-pool-spec.ts';
import { clusterOf, nodePoolOf, nodePoolSpec, renderPool, specOf } from './samples.ts';

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
