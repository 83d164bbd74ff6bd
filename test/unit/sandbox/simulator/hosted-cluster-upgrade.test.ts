import { describe, expect, it } from 'vitest';
import { imageOf, makeCluster, makePool } from './objects.ts';
import { Stage, tellOf } from './stage.ts';

const ready = (labels?: Record<string, string>): Stage => {
  const stage = new Stage(makeCluster(labels ? { labels } : {}), [makePool()]);
  stage.run(1200);
  return stage;
};

const historyOf = (stage: Stage) =>
  stage.status().version?.history.map(({ state, version }) => `${version} ${state}`);

describe('an upgrade of the control plane', () => {
  it('is Progressing True until the new version is whole, and both stand in the history', () => {
    const stage = ready();
    stage.edit({ spec: { release: { image: imageOf('4.21.1') } } });
    stage.run(10);
    expect(tellOf(stage.status().conditions, 'Progressing')).toBe('Progressing True/Progressing');
    expect(stage.status().version?.desired).toEqual({ version: '4.21.1', image: imageOf('4.21.1') });
    expect(historyOf(stage)).toEqual(['4.21.1 Partial', '4.20.3 Completed']);
    stage.run(300);
    expect(stage.status().controlPlaneVersion?.history[0]).toMatchObject({
      state: 'Completed',
      version: '4.21.1',
    });
    expect(historyOf(stage)).toEqual(['4.21.1 Partial', '4.20.3 Completed']);
    stage.run(600);
    expect(tellOf(stage.status().conditions, 'Progressing')).toBe('Progressing False/AsExpected');
    expect(historyOf(stage)).toEqual(['4.21.1 Completed', '4.20.3 Completed']);
    expect(stage.poolStatus().version).toBe('4.20.3');
  });

  it('refuses a y-stream downgrade and leaves what runs alone', () => {
    const stage = ready();
    stage.edit({ spec: { release: { image: imageOf('4.19.8') } } });
    stage.run(1200);
    expect(tellOf(stage.status().conditions, 'ValidReleaseImage')).toBe(
      'ValidReleaseImage False/InvalidImage',
    );
    expect(tellOf(stage.status().conditions, 'Progressing')).toBe('Progressing False/Blocked');
    expect(historyOf(stage)).toEqual(['4.20.3 Completed']);
    stage.edit({ spec: { release: { image: imageOf('4.20.3') } } });
    stage.run(5);
    expect(tellOf(stage.status().conditions, 'Progressing')).toBe('Progressing False/AsExpected');
  });

  it('lets a z-stream downgrade pass', () => {
    const stage = ready();
    stage.edit({ spec: { release: { image: imageOf('4.20.1') } } });
    stage.run(1200);
    expect(historyOf(stage)).toEqual(['4.20.1 Completed', '4.20.3 Completed']);
  });

  const notUpgradeable = (stage: Stage): void => {
    const conditions = stage
      .status()
      .conditions?.map((entry) =>
        entry.type === 'ClusterVersionUpgradeable' ? { ...entry, status: 'False' as const } : entry,
      );
    stage.cluster = {
      ...(stage.cluster ?? makeCluster()),
      status: { ...stage.status(), conditions: conditions ?? [] },
    };
  };

  it('blocks a y-stream upgrade while the cluster is not upgradeable, and lets the z-stream pass', () => {
    const stage = ready();
    notUpgradeable(stage);
    stage.edit({ spec: { release: { image: imageOf('4.21.0') } } });
    stage.run(1200);
    expect(tellOf(stage.status().conditions, 'Progressing')).toBe('Progressing False/Blocked');
    expect(historyOf(stage)).toEqual(['4.20.3 Completed']);
    stage.edit({ spec: { release: { image: imageOf('4.20.9') } } });
    stage.run(1200);
    expect(historyOf(stage)).toEqual(['4.20.9 Completed', '4.20.3 Completed']);
  });

  it('passes that block only with the very image in the force annotation', () => {
    const stage = ready();
    notUpgradeable(stage);
    const force = (image: string) => ({
      metadata: { annotations: { 'hypershift.openshift.io/force-upgrade-to': image } },
    });
    stage.edit({ spec: { release: { image: imageOf('4.21.0') } }, ...force(imageOf('4.21.9')) });
    stage.run(1200);
    expect(historyOf(stage)).toEqual(['4.20.3 Completed']);
    stage.edit(force(imageOf('4.21.0')));
    stage.run(1200);
    expect(historyOf(stage)).toEqual(['4.21.0 Completed', '4.20.3 Completed']);
  });

  it('stalls with the script and ends when the label is removed', () => {
    const stage = ready({ 'sandbox.berth.io/script': 'upgrade-stalls' });
    expect(historyOf(stage)).toEqual(['4.20.3 Completed']);
    stage.edit({ spec: { release: { image: imageOf('4.20.9') } } });
    stage.run(36_000);
    expect(historyOf(stage)).toEqual(['4.20.9 Partial', '4.20.3 Completed']);
    expect(tellOf(stage.status().conditions, 'ClusterVersionSucceeding')).toBe(
      'ClusterVersionSucceeding False/ClusterOperatorNotAvailable',
    );
    expect(tellOf(stage.status().conditions, 'Progressing')).toBe('Progressing True/Progressing');
    stage.edit({ metadata: { labels: { 'sandbox.berth.io/script': null } } });
    stage.run(1200);
    expect(historyOf(stage)).toEqual(['4.20.9 Completed', '4.20.3 Completed']);
  });
});

describe('a control plane that degrades', () => {
  it('is Available, then loses its quorum, then heals without the label', () => {
    const stage = ready({ 'sandbox.berth.io/script': 'control-plane-degrades' });
    const seen = stage.written.map((write) => tellOf(write.conditions, 'Available'));
    expect(seen).toContain('Available True/AsExpected');
    expect(tellOf(stage.status().conditions, 'Available')).toBe('Available False/EtcdQuorumLost');
    expect(tellOf(stage.status().conditions, 'EtcdAvailable')).toBe('EtcdAvailable False/EtcdQuorumLost');
    expect(tellOf(stage.status().conditions, 'Degraded')).toBe('Degraded True/UnavailableReplicas');
    stage.edit({ metadata: { labels: { 'sandbox.berth.io/script': null } } });
    stage.run(600);
    expect(tellOf(stage.status().conditions, 'Available')).toBe('Available True/AsExpected');
    expect(tellOf(stage.status().conditions, 'Degraded')).toBe('Degraded False/AsExpected');
  });
});
