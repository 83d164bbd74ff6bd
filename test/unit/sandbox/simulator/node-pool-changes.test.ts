import { describe, expect, it } from 'vitest';
import { imageOf, makeCluster, makePool } from './objects.ts';
import { Stage, tellOf } from './stage.ts';

const ready = (pool = makePool(), cluster = makeCluster()): Stage => {
  const stage = new Stage(cluster, [pool]);
  stage.run(1800);
  return stage;
};

const counts = (stage: Stage): (number | undefined)[] => [
  ...new Set(stage.poolWrites.map(({ replicas }) => replicas)),
];

describe('scaling', () => {
  it('adds nodes one by one and is not healthy meanwhile', () => {
    const stage = ready();
    stage.editPool(0, { spec: { replicas: 4 } });
    stage.run(10);
    expect(tellOf(stage.poolStatus().conditions, 'AllMachinesReady')).toBe(
      'AllMachinesReady False/Provisioning',
    );
    expect(tellOf(stage.poolStatus().conditions, 'Ready')).toBe('Ready False/WaitingForAvailableMachines');
    stage.run(600);
    expect(counts(stage)).toEqual([undefined, 0, 1, 2, 3, 4]);
    expect(tellOf(stage.poolStatus().conditions, 'Ready')).toBe('Ready True/AsExpected');
  });

  it('takes nodes away one by one', () => {
    const stage = ready(makePool({ spec: { replicas: 3 } }));
    stage.poolWrites.length = 0;
    stage.editPool(0, { spec: { replicas: 1 } });
    stage.run(600);
    expect(counts(stage)).toEqual([3, 2, 1]);
    expect(tellOf(stage.poolStatus().conditions, 'Ready')).toBe('Ready True/AsExpected');
  });

  it('goes to nothing and comes back', () => {
    const stage = ready();
    stage.editPool(0, { spec: { replicas: 0 } });
    stage.run(600);
    expect(stage.poolStatus()).toMatchObject({ replicas: 0, version: '4.20.3' });
    expect(tellOf(stage.status().conditions, 'DataPlaneConnectionAvailable')).toBe(
      'DataPlaneConnectionAvailable Unknown/NoWorkerNodesAvailable',
    );
    stage.editPool(0, { spec: { replicas: 2 } });
    stage.run(600);
    expect(stage.poolStatus().replicas).toBe(2);
    expect(tellOf(stage.status().conditions, 'DataPlaneConnectionAvailable')).toBe(
      'DataPlaneConnectionAvailable True/AsExpected',
    );
  });

  it('keeps to the bounds of autoscaling, with one node at least', () => {
    const stage = ready(
      makePool({ spec: { replicas: undefined, autoScaling: { min: 0, max: 5 } } as never }),
    );
    expect(stage.poolStatus().replicas).toBe(1);
    expect(stage.poolStatus().conditions?.[0]).toMatchObject({
      type: 'AutoscalingEnabled',
      status: 'True',
      message: 'Maximum nodes: 5, Minimum nodes: 0',
    });
    stage.editPool(0, { spec: { autoScaling: { min: 3 } } });
    stage.run(600);
    expect(stage.poolStatus().replicas).toBe(3);
    stage.editPool(0, { spec: { autoScaling: { min: 1, max: 2 } } });
    stage.run(600);
    expect(stage.poolStatus().replicas).toBe(2);
  });

  it('stands still while the cluster is paused', () => {
    const stage = ready();
    stage.edit({ spec: { pausedUntil: 'true' } });
    stage.editPool(0, { spec: { replicas: 5 } });
    stage.run(1800);
    expect(stage.poolStatus().replicas).toBe(2);
    stage.edit({ spec: { pausedUntil: 'false' } });
    stage.run(1800);
    expect(stage.poolStatus().replicas).toBe(5);
  });
});

describe('a rollout', () => {
  it('refuses a release that the control plane has not completed, then rolls node by node', () => {
    const stage = ready();
    stage.edit({ spec: { release: { image: imageOf('4.21.0') } } });
    stage.editPool(0, { spec: { release: { image: imageOf('4.21.0') } } });
    stage.run(60);
    expect(tellOf(stage.poolStatus().conditions, 'ValidReleaseImage')).toBe(
      'ValidReleaseImage False/ValidationFailed',
    );
    stage.poolWrites.length = 0;
    stage.run(3600);
    const versions = stage.poolWrites.map(({ version, nodesInfo }) =>
      [
        version,
        ...(nodesInfo?.nodeVersions ?? []).map((each) => `${each.ocpVersion}:${each.readyNodeCount}`),
      ].join(' '),
    );
    expect([...new Set(versions)]).toEqual([
      '4.20.3 4.20.3:2',
      '4.20.3 4.20.3:1 4.21.0:1',
      '4.21.0 4.21.0:2',
    ]);
    expect(tellOf(stage.poolStatus().conditions, 'UpdatingVersion')).toBe('UpdatingVersion False/AsExpected');
    expect(stage.poolStatus().nodesInfo?.nodeVersions[0]?.kubeletVersion).toBe('v1.34.0');
  });

  it('says UpdatingVersion True meanwhile', () => {
    const stage = ready();
    stage.edit({ spec: { release: { image: imageOf('4.20.9') } } });
    stage.editPool(0, { spec: { release: { image: imageOf('4.20.9') } } });
    stage.run(100);
    expect(tellOf(stage.poolStatus().conditions, 'UpdatingVersion')).toBe('UpdatingVersion True/AsExpected');
    expect(stage.poolStatus().version).toBe('4.20.3');
  });

  it('follows a change of configuration and keeps its mark', () => {
    const stage = ready();
    const mark = () =>
      stage.pools[0]?.metadata.annotations?.['hypershift.openshift.io/nodePoolCurrentConfig'];
    const before = mark();
    stage.editPool(0, { spec: { config: [{ name: 'kernel-arguments' }] } });
    stage.run(30);
    expect(tellOf(stage.poolStatus().conditions, 'UpdatingConfig')).toBe('UpdatingConfig True/AsExpected');
    expect(mark()).toBe(before);
    stage.run(600);
    expect(tellOf(stage.poolStatus().conditions, 'UpdatingConfig')).toBe('UpdatingConfig False/AsExpected');
    expect(mark()).not.toBe(before);
  });

  it('rolls the machines when what they are made of changes', () => {
    const stage = ready();
    stage.editPool(0, { spec: { platform: { kubevirt: { compute: { cores: 8 } } } } });
    stage.run(30);
    expect(tellOf(stage.poolStatus().conditions, 'UpdatingPlatformMachineTemplate')).toBe(
      'UpdatingPlatformMachineTemplate True/AsExpected',
    );
    stage.run(600);
    expect(tellOf(stage.poolStatus().conditions, 'UpdatingPlatformMachineTemplate')).toBe(
      'UpdatingPlatformMachineTemplate False/AsExpected',
    );
  });

  it('says that a pool is too far behind, and does nothing about it', () => {
    const stage = ready(
      makePool({ spec: { release: { image: imageOf('4.16.1') } } }),
      makeCluster({ spec: { release: { image: imageOf('4.20.3') } } }),
    );
    expect(tellOf(stage.poolStatus().conditions, 'SupportedVersionSkew')).toBe(
      'SupportedVersionSkew False/UnsupportedSkew',
    );
    expect(stage.poolStatus().replicas).toBe(2);
  });
});

describe('deleting a NodePool', () => {
  it('takes its time and leaves the cluster alone', () => {
    const stage = ready();
    stage.editPool(0, { metadata: { deletionTimestamp: new Date(stage.now).toISOString() } });
    stage.run(20);
    expect(stage.pools).toHaveLength(1);
    stage.run(20);
    expect(stage.pools).toEqual([]);
    expect(tellOf(stage.status().conditions, 'Available')).toBe('Available True/AsExpected');
  });
});
