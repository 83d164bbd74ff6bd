import { describe, expect, it } from 'vitest';
import { checkImmutableNodePoolFields } from '../../../../src/domain/node-pool/node-pool-admission-immutable.ts';
import { checkNodePoolSpec } from '../../../../src/domain/node-pool/node-pool-admission-spec.ts';
import {
  listObsoleteConfigMaps,
  renderNodePoolConfigMaps,
} from '../../../../src/domain/node-pool/node-pool-config-maps.ts';
import type { NodeManifest, NodePoolSpec } from '../../../../src/domain/node-pool/node-pool-spec.ts';
import {
  clusterOf,
  nodePoolOf,
  nodePoolSpec,
  placementOf,
  renderPool,
  specOf,
} from '../manifests/samples.ts';

const kubelet = (name: string): NodeManifest => ({
  apiVersion: 'machineconfiguration.openshift.io/v1',
  kind: 'KubeletConfig',
  metadata: { name },
  spec: { kubeletConfig: { maxPods: 500 } },
});

const profile = (name: string): NodeManifest => ({
  apiVersion: 'performance.openshift.io/v2',
  kind: 'PerformanceProfile',
  metadata: { name },
  spec: { cpu: { isolated: '1-3', reserved: '0' } },
});

const found = (more: Partial<NodePoolSpec>): string[] =>
  checkNodePoolSpec(specOf('kubevirt'), { replicas: 1, ...more }, ['spec']).map(
    ({ code, pointer }) => `${code} ${pointer}`,
  );

const inputOf = (more: Partial<NodePoolSpec>) => {
  const cluster = clusterOf(specOf('kubevirt'));
  return { nodePool: nodePoolOf({ replicas: 1, ...more }), placement: placementOf(cluster) };
};

const poolId = 'np-01jzc8w2q5e8rv9n3k7m4x6t0b';

describe('objects that set up the nodes of a pool', () => {
  it('are in a ConfigMap each, that the pool refers to and that is whose the pool is', () => {
    const spec = { configs: [kubelet('a'), kubelet('b')], tuning: [profile('fast')] };
    expect(nodePoolSpec('kubevirt', { replicas: 1, ...spec })).toMatchObject({
      config: [{ name: `${poolId}-config` }],
      tuningConfig: [{ name: `${poolId}-tuning` }],
    });
    const [config, tuning] = renderNodePoolConfigMaps(inputOf(spec));
    expect(config).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: `${poolId}-config`,
        namespace: 'hc-01jzc8w2q5e8rv9n3k7m4x6t0a',
        labels: {
          'app.kubernetes.io/managed-by': 'berth',
          'berth.io/cluster-id': 'cl_01jzc8w2q5e8rv9n3k7m4x6t0a',
          'berth.io/node-pool-id': 'np_01jzc8w2q5e8rv9n3k7m4x6t0b',
        },
      },
      data: { config: `${JSON.stringify(kubelet('a'))}\n---\n${JSON.stringify(kubelet('b'))}` },
    });
    expect(tuning?.data).toEqual({ tuning: JSON.stringify(profile('fast')) });
  });

  it('are none when none are asked for, and then those of before are to go', () => {
    const names = (more: Partial<NodePoolSpec>) =>
      listObsoleteConfigMaps(inputOf(more)).map(({ name }) => name);
    expect(renderNodePoolConfigMaps(inputOf({ configs: [], tuning: [] }))).toEqual([]);
    expect(nodePoolSpec('kubevirt', { replicas: 1, configs: [] })).not.toHaveProperty('config');
    expect(names({})).toEqual([`${poolId}-config`, `${poolId}-tuning`]);
    expect(names({ configs: [kubelet('a')] })).toEqual([`${poolId}-tuning`]);
    expect(names({ configs: [kubelet('a')], tuning: [profile('b')] })).toEqual([]);
  });

  it.each([
    [{ configs: [kubelet('a')], tuning: [profile('a')] }, []],
    [{ configs: [profile('a')] }, ['unsupported-value /spec/configs/0/kind']],
    [{ tuning: [kubelet('a')] }, ['unsupported-value /spec/tuning/0/kind']],
    [{ configs: [{ ...kubelet('a'), kind: 'constructor' }] }, ['unsupported-value /spec/configs/0/kind']],
    [
      { configs: [{ ...kubelet('a'), apiVersion: 'config.openshift.io/v1' }] },
      ['unsupported-value /spec/configs/0/apiVersion'],
    ],
    [
      { configs: [{ ...kubelet('a'), apiVersion: 'machineconfiguration.openshift.io/v1beta1' }] },
      ['unsupported-value /spec/configs/0/apiVersion'],
    ],
    [
      { tuning: [{ ...profile('a'), apiVersion: 'performance.openshift.io/v1' }] },
      ['unsupported-value /spec/tuning/0/apiVersion'],
    ],
    [{ configs: [kubelet('a'), kubelet('a')] }, ['duplicate /spec/configs/1/metadata/name']],
    [{ tuning: [profile('a'), profile('b')] }, ['duplicate /spec/tuning/1/kind']],
  ] as readonly (readonly [Partial<NodePoolSpec>, readonly string[]])[])(
    'case %# is judged',
    (more, problems) => {
      expect(found(more)).toEqual(problems);
    },
  );
});

describe('a pool', () => {
  it('is paused for good or until an instant, not both', () => {
    expect(found({ pausedUntil: 'tomorrow' })).toEqual(['invalid-format /spec/pausedUntil']);
    expect(found({ pause: true, pausedUntil: '2026-12-24T00:00:00Z' })).toEqual([
      'conflict /spec/pausedUntil',
    ]);
    expect(nodePoolSpec('kubevirt', { replicas: 1, pausedUntil: '2026-12-24T00:00:00.123Z' })).toMatchObject({
      pausedUntil: '2026-12-24T00:00:00Z',
    });
  });

  it('says when a machine counts as lost, in annotations of the operator', () => {
    const annotationsOf = (repair: NonNullable<NodePoolSpec['management']>['repair']) =>
      renderPool(
        nodePoolOf({ replicas: 1, management: { autoRepair: true, repair } }),
        clusterOf(specOf('kubevirt')),
      ).metadata.annotations;
    expect(annotationsOf({ timeout: 'PT10M', startupTimeout: 'PT1H', maxUnhealthy: '40%' })).toEqual({
      'hypershift.openshift.io/machine-health-check-timeout': '10m0s',
      'hypershift.openshift.io/machine-health-check-node-startup-timeout': '1h0m0s',
      'hypershift.openshift.io/machine-health-check-max-unhealthy': '40%',
    });
    expect(annotationsOf({ timeout: 'soon', maxUnhealthy: 'many' })).toBeUndefined();
    expect(annotationsOf(undefined)).toBeUndefined();
  });

  it.each([
    [{ autoRepair: true, repair: { timeout: 'PT10M' } }, []],
    [{ repair: { timeout: 'PT10M' } }, ['conflict /spec/management/repair']],
    [
      { autoRepair: true, repair: { timeout: '10m', startupTimeout: 'x', maxUnhealthy: '400%' } },
      [
        'invalid-format /spec/management/repair/timeout',
        'invalid-format /spec/management/repair/startupTimeout',
        'invalid-format /spec/management/repair/maxUnhealthy',
      ],
    ],
  ] as readonly (readonly [NonNullable<NodePoolSpec['management']>, readonly string[]])[])(
    'with the management %j has the problems %j',
    (management, problems) => {
      expect(found({ management })).toEqual(problems);
    },
  );
});

it('may not move a pool of Azure to another subnet; naming that of the cluster is no move', () => {
  const subnetOf = (name: string) =>
    `/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/virtualNetworks/v/subnets/${name}`;
  const spec = specOf('azure');
  const { platform } = spec;
  if (platform.type !== 'azure' || platform.azure.infrastructure.mode !== 'existing')
    throw new Error('no azure');
  const changed = (from: string | undefined, to: string | undefined) =>
    checkImmutableNodePoolFields(
      { replicas: 1, ...(from === undefined ? {} : { subnet: from }) },
      { replicas: 1, ...(to === undefined ? {} : { subnet: to }) },
      spec,
    ).map(({ pointer, code }) => `${code} ${pointer}`);
  expect(changed(undefined, subnetOf('b'))).toEqual(['immutable /spec/subnet']);
  expect(changed(undefined, platform.azure.infrastructure.subnetId)).toEqual([]);
  expect(changed(subnetOf('b'), subnetOf('b'))).toEqual([]);
});
