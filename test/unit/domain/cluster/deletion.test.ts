import { describe, expect, it } from 'vitest';
import { type ClusterSnapshot, decideCluster } from '../../../../src/domain/cluster/lifecycle.ts';
import type { Remote } from '../../../../src/domain/shared/remote.ts';
import { at, clusterSnapshot, now, present } from '../factories.ts';

const deletionRequestedAt = at(-30);
const cluster = { ...clusterSnapshot().cluster, deletionRequestedAt };
const absent: Remote = { state: 'absent', observedAt: now };

const deleting = (change: Partial<ClusterSnapshot> = {}): ClusterSnapshot =>
  clusterSnapshot({ cluster, desiredHash: '', ...change });

const withRemote = (namespace: Remote, hostedCluster: Remote, change: Partial<ClusterSnapshot> = {}) =>
  decideCluster(deleting({ remote: { namespace, hostedCluster }, ...change }));

describe('a cluster to be deleted', () => {
  it('is removed at once when it was never placed', () => {
    const { placement: _, ...never } = deleting();
    expect(decideCluster(never)).toEqual({ kind: 'finalize' });
  });

  it('keeps its row as long as one of a node pool is left', () => {
    const { placement: _, ...never } = deleting({ nodePools: [{ id: 'np_1' }] });
    expect(decideCluster(never)).toEqual({ kind: 'wait', until: at(10), reason: 'NodePoolsRemain' });
  });

  it('is never applied again, whatever has changed', () => {
    expect(decideCluster(deleting({ desiredHash: 'b' }))).toEqual({
      kind: 'deleteHostedCluster',
      uid: 'hc-1',
    });
  });

  it('is looked at first when nothing is known of it', () => {
    expect(withRemote(present(), { state: 'unknown' })).toEqual({ kind: 'observe', what: ['hostedCluster'] });
  });

  it('is looked at first when it was last seen before the deletion was asked for', () => {
    expect(withRemote(present(), { state: 'absent', observedAt: at(-31) })).toEqual({
      kind: 'observe',
      what: ['hostedCluster'],
    });
    expect(withRemote(present(), present({ observedAt: at(-31) }))).toEqual({
      kind: 'observe',
      what: ['hostedCluster'],
    });
  });

  it('is looked at first when it was last seen before the last apply, or before a try whose outcome is unknown', () => {
    const seen: Remote = { state: 'absent', observedAt: at(-20) };
    const observe = { kind: 'observe', what: ['hostedCluster'] };
    expect(withRemote(present(), seen, { applied: { hash: 'a', generation: 1, at: at(-10) } })).toEqual(
      observe,
    );
    expect(withRemote(present(), seen, { attempt: { failures: 0, begunAt: at(-10) } })).toEqual(observe);
    const lastError = { code: 'timeout', message: 'no answer', at: at(-10) };
    expect(withRemote(present(), seen, { attempt: { failures: 1, lastError } })).toEqual(observe);
  });

  it('observes absence also when placed but, as far as is known, never applied', () => {
    const { applied: _, ...never } = deleting({
      remote: { namespace: { state: 'unknown' }, hostedCluster: { state: 'unknown' } },
    });
    expect(decideCluster(never)).toEqual({ kind: 'observe', what: ['hostedCluster'] });
  });

  it('is unpaused before its HostedCluster is deleted, and also while it is being deleted', () => {
    expect(withRemote(present(), present({ paused: true, uid: 'hc-9' }))).toEqual({
      kind: 'unpause',
      uid: 'hc-9',
    });
    expect(withRemote(present(), present({ paused: true, deleting: true, uid: 'hc-9' }))).toEqual({
      kind: 'unpause',
      uid: 'hc-9',
    });
  });

  it('waits for the HostedCluster to go and looks again', () => {
    expect(withRemote(present(), present({ deleting: true, observedAt: at(-4) }))).toEqual({
      kind: 'wait',
      until: at(6),
      reason: 'HostedClusterTerminating',
    });
    expect(withRemote(present(), present({ deleting: true, observedAt: at(-10) }))).toEqual({
      kind: 'observe',
      what: ['hostedCluster'],
    });
  });

  it('keeps the namespace as long as node pools are left', () => {
    expect(withRemote(present(), absent, { nodePools: [{ id: 'np_1' }] })).toEqual({
      kind: 'wait',
      until: at(10),
      reason: 'NodePoolsRemain',
    });
  });

  it('looks at the namespace, deletes it, waits for it and is removed', () => {
    expect(withRemote({ state: 'unknown' }, absent)).toEqual({ kind: 'observe', what: ['namespace'] });
    expect(withRemote(present({ uid: 'ns-1' }), absent)).toEqual({ kind: 'deleteNamespace', uid: 'ns-1' });
    expect(withRemote(present({ deleting: true, observedAt: at(-4) }), absent)).toEqual({
      kind: 'wait',
      until: at(6),
      reason: 'NamespaceTerminating',
    });
    expect(withRemote(absent, absent)).toEqual({ kind: 'finalize' });
  });

  it('deletes a namespace that claims to be paused all the same', () => {
    expect(withRemote(present({ uid: 'ns-1', paused: true }), absent)).toEqual({
      kind: 'deleteNamespace',
      uid: 'ns-1',
    });
  });

  it('leaves a failing management cluster alone until the next try is due', () => {
    expect(withRemote(present(), present(), { attempt: { failures: 2, nextAttemptAt: at(3) } })).toEqual({
      kind: 'wait',
      until: at(3),
      reason: 'Backoff',
    });
  });

  it('goes on when the request to delete is stamped by a clock that is ahead', () => {
    const later = { ...cluster, deletionRequestedAt: at(3600) };
    expect(decideCluster(deleting({ cluster: later }))).toEqual({ kind: 'deleteHostedCluster', uid: 'hc-1' });
    const remote = { namespace: absent, hostedCluster: absent };
    expect(decideCluster(deleting({ cluster: later, remote }))).toEqual({ kind: 'finalize' });
  });

  it('waits for the clock when the last apply is from the future', () => {
    const applied = (seconds: number) => ({ hash: 'a', generation: 1, at: at(seconds) });
    expect(decideCluster(deleting({ applied: applied(3600) }))).toMatchObject({
      kind: 'wait',
      until: at(10),
    });
    expect(decideCluster(deleting({ applied: applied(2) }))).toMatchObject({ kind: 'wait', until: at(2) });
  });
});
