import { describe, expect, it } from 'vitest';
import {
  decideNodePool,
  type NodePoolSnapshot,
} from '../../../../src/domain/node-pool/node-pool-lifecycle.ts';
import type { Remote } from '../../../../src/domain/shared/remote.ts';
import { at, nodePoolSnapshot, now, placement, present } from '../factories.ts';

const { applied: _, ...unapplied } = nodePoolSnapshot();

describe('a wanted node pool', () => {
  it('waits for its cluster to be placed', () => {
    expect(decideNodePool({ ...unapplied, cluster: { hostedCluster: { state: 'unknown' } } })).toEqual({
      kind: 'waitForCluster',
      until: at(30),
      reason: 'ClusterNotPlaced',
    });
  });

  it('waits for its HostedCluster to be applied, and for one that is gone or going', () => {
    const waiting = { kind: 'waitForCluster', until: at(30), reason: 'HostedClusterMissing' };
    const clusters: NodePoolSnapshot['cluster'][] = [
      { placement, hostedCluster: present() },
      { placement, appliedAt: at(-9), hostedCluster: { state: 'absent', observedAt: at(-8) } },
      { placement, appliedAt: at(-9), hostedCluster: present({ deleting: true }) },
    ];
    for (const cluster of clusters) expect(decideNodePool({ ...unapplied, cluster })).toEqual(waiting);
  });

  it('waits for the subnet of its zone to be made', () => {
    expect(decideNodePool({ ...unapplied, isWithoutPlace: true })).toEqual({
      kind: 'waitForCluster',
      until: at(30),
      reason: 'ZoneNotMade',
    });
  });

  it('is applied when its HostedCluster is there, or was applied and not seen since', () => {
    expect(decideNodePool(unapplied)).toEqual({ kind: 'apply', why: 'created' });
    const cluster = { placement, appliedAt: at(-9), hostedCluster: { state: 'unknown' } as const };
    expect(decideNodePool({ ...unapplied, cluster })).toEqual({ kind: 'apply', why: 'created' });
    const seenBefore = { ...cluster, hostedCluster: { state: 'absent', observedAt: at(-10) } as const };
    expect(decideNodePool({ ...unapplied, cluster: seenBefore })).toEqual({ kind: 'apply', why: 'created' });
  });

  it('is applied when it was changed, looked at when it is unknown, and rests otherwise', () => {
    expect(decideNodePool(nodePoolSnapshot({ desiredHash: 'b' }))).toEqual({ kind: 'apply', why: 'changed' });
    expect(decideNodePool(nodePoolSnapshot({ remote: { state: 'unknown' } }))).toEqual({ kind: 'observe' });
    expect(decideNodePool(nodePoolSnapshot())).toEqual({ kind: 'wait', until: at(540), reason: 'UpToDate' });
  });

  it('leaves a failing management cluster alone until the next try is due', () => {
    const attempt = { failures: 1, nextAttemptAt: at(2) };
    expect(decideNodePool(nodePoolSnapshot({ attempt }))).toEqual({
      kind: 'wait',
      until: at(2),
      reason: 'Backoff',
    });
  });
});

describe('a node pool to be deleted', () => {
  const nodePool = { ...nodePoolSnapshot().nodePool, deletionRequestedAt: at(-20) };
  const deleting = (remote: Remote, change: Partial<NodePoolSnapshot> = {}) =>
    decideNodePool(nodePoolSnapshot({ nodePool, remote, ...change }));

  it('is removed at once when its cluster was never placed', () => {
    const cluster = { hostedCluster: { state: 'unknown' } as const };
    expect(deleting({ state: 'unknown' }, { cluster })).toEqual({ kind: 'finalize' });
  });

  it('is looked at, unpaused, deleted by its uid, waited for and removed', () => {
    expect(deleting({ state: 'unknown' })).toEqual({ kind: 'observe' });
    expect(deleting({ state: 'absent', observedAt: at(-21) })).toEqual({ kind: 'observe' });
    expect(deleting(present({ paused: true }))).toEqual({ kind: 'unpause', uid: 'uid-1' });
    expect(deleting(present())).toEqual({ kind: 'delete', uid: 'uid-1' });
    expect(deleting(present({ deleting: true }))).toEqual({
      kind: 'wait',
      until: at(10),
      reason: 'RemoteTerminating',
    });
    expect(deleting({ state: 'absent', observedAt: now })).toEqual({ kind: 'finalize' });
  });

  it('goes when its cluster goes, and its row stays until it was seen to be gone after that', () => {
    const cluster = { ...nodePoolSnapshot().cluster, deletionRequestedAt: at(-5) };
    const decide = (remote: Remote) => decideNodePool(nodePoolSnapshot({ cluster, remote }));
    expect(decide(present())).toEqual({ kind: 'delete', uid: 'uid-1' });
    expect(decide({ state: 'absent', observedAt: at(-6) })).toEqual({ kind: 'observe' });
    expect(decide({ state: 'absent', observedAt: at(-5) })).toEqual({ kind: 'finalize' });
  });

  it('is looked at before it is removed when a try to apply it has an unknown outcome', () => {
    const seen: Remote = { state: 'absent', observedAt: at(-10) };
    expect(deleting(seen, { attempt: { failures: 0, begunAt: at(-9) } })).toEqual({ kind: 'observe' });
  });

  it('leaves a failing management cluster alone until the next try is due', () => {
    expect(deleting(present(), { attempt: { failures: 1, nextAttemptAt: at(2) } })).toEqual({
      kind: 'wait',
      until: at(2),
      reason: 'Backoff',
    });
  });
});
