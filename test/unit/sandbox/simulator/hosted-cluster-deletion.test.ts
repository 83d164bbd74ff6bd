import { describe, expect, it } from 'vitest';
import { awsSpec, makeCluster, makePool } from './objects.ts';
import { Stage, tellOf } from './stage.ts';

const cleanup = { 'hypershift.openshift.io/cleanup-cloud-resources': 'true' };

const kindsOf = (stage: Stage, from: number): string[] => stage.actions.slice(from).map(({ kind }) => kind);

describe('deleting a HostedCluster', () => {
  it('takes the pools first, then the namespace, then the Secrets and the finalizer', () => {
    const stage = new Stage(makeCluster(), [makePool(), makePool({ name: 'gpu' })]);
    stage.run(1200);
    const before = stage.actions.length;
    stage.remove();
    stage.run(10);
    expect(stage.pools.map(({ metadata }) => metadata.deletionTimestamp !== undefined)).toEqual([true, true]);
    expect(stage.namespaceStands).toBe(true);
    stage.run(600);
    expect(stage.pools).toEqual([]);
    expect(stage.cluster).toBeUndefined();
    expect(kindsOf(stage, before)).toEqual([
      'deleteNodePool',
      'deleteNodePool',
      'deleteNamespace',
      'removeSecret',
      'removeSecret',
    ]);
  });

  it('reports the cleaning of cloud resources when it was asked for', () => {
    const stage = new Stage(makeCluster({ annotations: cleanup }));
    stage.run(1200);
    stage.remove();
    stage.run(5);
    expect(tellOf(stage.status().conditions, 'CloudResourcesDestroyed')).toBe(
      'CloudResourcesDestroyed False/RemainingCloudResources',
    );
    stage.run(50);
    expect(tellOf(stage.status().conditions, 'CloudResourcesDestroyed')).toBe(
      'CloudResourcesDestroyed True/CloudResourcesDestroyed',
    );
    stage.run(60);
    expect(stage.cluster).toBeUndefined();
  });

  it('skips the cleaning when the cloud identity does not hold', () => {
    const labels = { 'sandbox.berth.io/script': 'oidc-invalid' };
    const stage = new Stage(makeCluster({ spec: awsSpec, labels, annotations: cleanup }));
    stage.run(1200);
    stage.remove();
    stage.run(5);
    expect(tellOf(stage.status().conditions, 'CloudResourcesDestroyed')).toBe(
      'CloudResourcesDestroyed False/CloudResourcesCleanupSkipped',
    );
    stage.run(120);
    expect(stage.cluster).toBeUndefined();
  });

  it('waits for the grace period of its annotation', () => {
    const annotations = { 'hypershift.openshift.io/destroy-grace-period': '2m' };
    const stage = new Stage(makeCluster({ annotations }));
    stage.run(1200);
    stage.remove();
    stage.run(60);
    expect(stage.namespaceStands).toBe(false);
    expect(tellOf(stage.status().conditions, 'HostedClusterDestroyed')).toBe(
      'HostedClusterDestroyed True/WaitingForGracePeriod',
    );
    stage.run(120);
    expect(stage.cluster).toBeUndefined();
  });

  it('goes on although the cluster is paused', () => {
    const stage = new Stage(makeCluster(), [makePool()]);
    stage.run(1200);
    stage.edit({ spec: { pausedUntil: 'true' } });
    stage.run(10);
    stage.remove();
    stage.run(600);
    expect(stage.cluster).toBeUndefined();
  });

  it('deletes a cluster that never came up', () => {
    const stage = new Stage(makeCluster({ spec: { release: { image: 'nowhere' } } }), [makePool()]);
    stage.namespaceStands = false;
    stage.run(100);
    stage.remove();
    stage.run(600);
    expect([stage.cluster, stage.pools]).toEqual([undefined, []]);
  });

  it('is blocked with the script, says by what, and ends when the label is removed', () => {
    const labels = { 'sandbox.berth.io/script': 'deletion-blocked' };
    const stage = new Stage(makeCluster({ labels, annotations: cleanup }), [makePool()]);
    stage.run(1200);
    stage.remove();
    stage.run(36_000);
    expect(stage.pools).toEqual([]);
    expect(stage.namespaceStands).toBe(true);
    const blocked = stage.status().conditions?.find(({ type }) => type === 'CloudResourcesDestroyed');
    expect(blocked).toMatchObject({
      status: 'False',
      reason: 'RemainingCloudResources',
      message: 'Remaining resources: load balancers (1): a dependent network interface is still in use',
    });
    stage.edit({ metadata: { labels: { 'sandbox.berth.io/script': null } } });
    stage.run(600);
    expect(stage.cluster).toBeUndefined();
  });

  it('blocks only the pool when the label is on the pool', () => {
    const labels = { 'sandbox.berth.io/script': 'deletion-blocked' };
    const stage = new Stage(makeCluster(), [makePool({ labels }), makePool({ name: 'free' })]);
    stage.run(1200);
    stage.remove();
    stage.run(36_000);
    expect(stage.pools.map(({ metadata }) => metadata.name)).toEqual(['workers']);
    stage.editPool(0, { metadata: { labels: { 'sandbox.berth.io/script': null } } });
    stage.run(600);
    expect([stage.cluster, stage.pools]).toEqual([undefined, []]);
  });
});
