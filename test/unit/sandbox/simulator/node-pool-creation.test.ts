import { describe, expect, it } from 'vitest';
import { awsSpec, imageOf, makeCluster, makePool } from './objects.ts';
import { Stage, tellOf, told } from './stage.ts';

const ready = (pool = makePool(), cluster = makeCluster()): Stage => {
  const stage = new Stage(cluster, [pool]);
  stage.run(1800);
  return stage;
};

describe('a good NodePool', () => {
  it('has four conditions until the control plane answers', () => {
    const stage = new Stage(makeCluster(), [makePool()]);
    stage.run(100);
    expect(told(stage.poolStatus().conditions)).toEqual([
      'AutoscalingEnabled False/AsExpected',
      'UpdateManagementEnabled True/AsExpected',
      'ValidReleaseImage True/AsExpected',
      'IgnitionEndpointAvailable False/IgnitionEndpointMissing',
    ]);
    expect(stage.pools[0]?.metadata).toMatchObject({
      finalizers: ['hypershift.openshift.io/finalizer'],
      ownerReferences: [{ kind: 'HostedCluster', name: 'payments' }],
    });
  });

  it('then gets the others in the order of the operator, and loses the waiting one', () => {
    const stage = ready(makePool({ spec: { platform: { type: 'AWS' } } }), makeCluster({ spec: awsSpec }));
    expect(told(stage.poolStatus().conditions)).toEqual([
      'AutoscalingEnabled False/AsExpected',
      'UpdateManagementEnabled True/AsExpected',
      'ValidReleaseImage True/AsExpected',
      'ValidArchPlatform True/AsExpected',
      'ReconciliationActive True/ReconciliationActive',
      'SupportedVersionSkew True/AsExpected',
      'ValidMachineConfig True/AsExpected',
      'UpdatingConfig False/AsExpected',
      'UpdatingVersion False/AsExpected',
      'ValidGeneratedPayload True/AsExpected',
      'ReachedIgnitionEndpoint True/AsExpected',
      'AllMachinesReady True/AsExpected',
      'AllNodesHealthy True/AsExpected',
      'ValidPlatformConfig True/AsExpected',
      'ValidPlatformImage True/AsExpected',
      'AWSSecurityGroupAvailable True/AsExpected',
      'ValidTuningConfig True/AsExpected',
      'UpdatingPlatformMachineTemplate False/AsExpected',
      'AutorepairEnabled True/AsExpected',
      'Ready True/AsExpected',
    ]);
  });

  it('passes through the states in between', () => {
    const stage = ready();
    const seen = (type: string) => [
      ...new Set(stage.poolWrites.map((write) => tellOf(write.conditions, type) ?? 'absent')),
    ];
    expect(seen('SupportedVersionSkew')).toEqual([
      'absent',
      'SupportedVersionSkew Unknown/StatusUnknown',
      'SupportedVersionSkew True/AsExpected',
    ]);
    expect(seen('ValidMachineConfig')).toEqual([
      'absent',
      'ValidMachineConfig False/ValidationFailed',
      'ValidMachineConfig True/AsExpected',
    ]);
    expect(seen('ValidGeneratedPayload')).toEqual([
      'absent',
      'ValidGeneratedPayload False/NotFound',
      'ValidGeneratedPayload Unknown/',
      'ValidGeneratedPayload True/AsExpected',
    ]);
    expect(seen('AllMachinesReady')).toEqual([
      'absent',
      'AllMachinesReady False/NotFound',
      'AllMachinesReady False/Provisioning',
      'AllMachinesReady True/AsExpected',
    ]);
    expect(seen('UpdatingVersion')).toEqual([
      'absent',
      'UpdatingVersion True/AsExpected',
      'UpdatingVersion False/AsExpected',
    ]);
  });

  it('gets its nodes one by one, and its version with the last of them', () => {
    const stage = ready(makePool({ spec: { replicas: 3 } }));
    const steps = stage.poolWrites.map(({ replicas, version }) => `${replicas ?? '-'} ${version ?? '-'}`);
    expect([...new Set(steps)]).toEqual(['- -', '0 -', '1 -', '2 -', '3 4.20.3']);
    expect(stage.poolStatus().nodesInfo?.nodeVersions).toEqual([
      { ocpVersion: '4.20.3', kubeletVersion: 'v1.33.3', readyNodeCount: 3, unreadyNodeCount: 0 },
    ]);
  });

  it('is ready without machines when it wants none', () => {
    const stage = ready(makePool({ spec: { replicas: 0 } }));
    const { conditions, version, nodesInfo } = stage.poolStatus();
    expect(tellOf(conditions, 'AllMachinesReady')).toBe('AllMachinesReady False/AsExpected');
    expect(conditions?.find(({ type }) => type === 'AllMachinesReady')?.message).toBe(
      'NodePool set to no replicas',
    );
    expect(tellOf(conditions, 'Ready')).toBe('Ready True/AsExpected');
    expect([version, nodesInfo]).toEqual(['4.20.3', undefined]);
  });

  it('reports only the version on platform None, where nodes join by hand', () => {
    const cluster = makeCluster({ spec: { platform: { type: 'None' } } });
    const stage = ready(makePool({ spec: { platform: { type: 'None' } } }), cluster);
    const { conditions, version, replicas } = stage.poolStatus();
    expect([version, replicas]).toEqual(['4.20.3', 0]);
    expect(tellOf(conditions, 'AllMachinesReady')).toBe('AllMachinesReady False/NotFound');
    expect(tellOf(conditions, 'UpdatingVersion')).toBe('UpdatingVersion False/AsExpected');
    expect(tellOf(conditions, 'Ready')).toBeUndefined();
    expect(stage.status().version?.history[0]?.state).toBe('Completed');
  });

  it('reports the version of an Agent pool that is updated in place before any machine is there', () => {
    const platform = { type: 'Agent' };
    const management = { upgradeType: 'InPlace' };
    const labels = { 'sandbox.berth.io/script': 'quota-exceeded' };
    const cluster = makeCluster({ spec: { platform: { type: 'Agent' } } });
    const stage = ready(makePool({ spec: { platform, management }, labels }), cluster);
    expect([stage.poolStatus().version, stage.poolStatus().replicas]).toEqual(['4.20.3', 0]);
  });
});

describe('a NodePool that cannot be', () => {
  it('gets no condition and no finalizer for an unknown cluster', () => {
    const stage = new Stage(makeCluster(), [makePool()]);
    stage.cluster = undefined;
    stage.run(600);
    expect(stage.pools[0]?.status).toBeUndefined();
    expect(stage.pools[0]?.metadata.finalizers).toBeUndefined();
  });

  it.each([
    [imageOf('4.21.0'), /^the latest version supported is: "4\.20\.3"/],
    [imageOf('4.13.0'), /^the minimum version supported for platform KubeVirt is: "4\.14"/],
    ['nowhere/release:latest', /manifest unknown$/],
  ])('stops at release image %s', (image, words) => {
    const stage = ready(makePool({ spec: { release: { image } } }));
    const { conditions } = stage.poolStatus();
    expect(tellOf(conditions, 'ValidReleaseImage')).toBe('ValidReleaseImage False/ValidationFailed');
    expect(conditions?.find(({ type }) => type === 'ValidReleaseImage')?.message).toMatch(words);
    expect(told(conditions)).toHaveLength(3);
  });

  it('stops when the payload has not its architecture', () => {
    const cluster = makeCluster({ spec: { release: { image: imageOf('4.20.3', '-x86_64') } } });
    const stage = ready(makePool({ spec: { arch: 'arm64', platform: { type: 'Agent' } } }), cluster);
    expect(tellOf(stage.poolStatus().conditions, 'ValidArchPlatform')).toBe(
      'ValidArchPlatform False/InvalidArchPlatform',
    );
    expect(tellOf(stage.poolStatus().conditions, 'ValidMachineConfig')).toBeUndefined();
  });

  it('goes on when only the pair of architecture and platform is unusual', () => {
    const cluster = makeCluster({ spec: { platform: { type: 'None' } } });
    const stage = ready(makePool({ spec: { arch: 'ppc64le', platform: { type: 'None' } } }), cluster);
    expect(tellOf(stage.poolStatus().conditions, 'ValidArchPlatform')).toBe(
      'ValidArchPlatform False/InvalidArchPlatform',
    );
    expect(stage.poolStatus().version).toBe('4.20.3');
  });

  it('tells of a missing ConfigMap only after the ignition stage, and goes on when it comes', () => {
    const stage = new Stage(makeCluster(), [makePool()]);
    stage.configProblem = 'configmaps "tuning" not found';
    stage.run(100);
    expect(tellOf(stage.poolStatus().conditions, 'ValidMachineConfig')).toBeUndefined();
    stage.run(1800);
    expect(stage.poolStatus().conditions?.find(({ type }) => type === 'ValidMachineConfig')).toMatchObject({
      status: 'False',
      message: 'configmaps "tuning" not found',
    });
    stage.configProblem = undefined;
    stage.run(1800);
    expect(stage.poolStatus().replicas).toBe(2);
  });

  it('does nothing while it is paused', () => {
    const stage = ready(makePool({ spec: { pausedUntil: 'true' } }));
    expect(tellOf(stage.poolStatus().conditions, 'ReconciliationActive')).toBe(
      'ReconciliationActive False/ReconciliationPaused',
    );
    expect(stage.poolStatus().replicas).toBeUndefined();
  });

  it('tells the quota of the cloud in its words, and fills up when the label is removed', () => {
    const labels = { 'sandbox.berth.io/script': 'quota-exceeded' };
    const pool = makePool({ spec: { platform: { type: 'AWS' } }, labels });
    const stage = ready(pool, makeCluster({ spec: awsSpec }));
    const machines = stage.poolStatus().conditions?.find(({ type }) => type === 'AllMachinesReady');
    expect(machines).toMatchObject({ status: 'False', reason: 'InstanceProvisionFailed' });
    expect(machines?.message).toMatch(
      /^2 of 2 machines are not ready\nMachine workers-0: InstanceProvisionFailed: failed to run instance: VcpuLimitExceeded/,
    );
    expect(stage.status().version?.history[0]?.state).toBe('Partial');
    stage.editPool(0, { metadata: { labels: { 'sandbox.berth.io/script': null } } });
    stage.run(1800);
    expect(stage.poolStatus().replicas).toBe(2);
  });

  it('has machines whose nodes never join, when the cluster is told so', () => {
    const labels = { 'sandbox.berth.io/script': 'node-never-joins' };
    const stage = ready(makePool(), makeCluster({ labels }));
    const { conditions, replicas } = stage.poolStatus();
    expect(replicas).toBe(0);
    expect(tellOf(conditions, 'AllMachinesReady')).toBe('AllMachinesReady True/AsExpected');
    expect(tellOf(conditions, 'AllNodesHealthy')).toBe('AllNodesHealthy False/NodeStartupTimeout');
    expect(tellOf(conditions, 'ReachedIgnitionEndpoint')).toBe(
      'ReachedIgnitionEndpoint False/ignitionNotReached',
    );
  });
});
