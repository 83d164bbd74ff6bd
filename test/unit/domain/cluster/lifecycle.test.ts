import { describe, expect, it } from 'vitest';
import { decideCluster } from '../../../../src/domain/cluster/lifecycle.ts';
import { at, clusterSnapshot, managementCluster, now, present } from '../factories.ts';

const { placement: _placed, applied: _applied, ...unplaced } = clusterSnapshot();
const { applied: _never, ...unapplied } = clusterSnapshot();

describe('a wanted cluster', () => {
  it('is placed before anything else', () => {
    expect(decideCluster(unplaced)).toMatchObject({
      kind: 'place',
      managementClusterId: managementCluster.id,
      reason: 'Placed on the least used management cluster that fits.',
      candidates: [{ name: 'alpha', verdict: 'chosen' }],
    });
  });

  it('waits when no management cluster can take it, and says who must act', () => {
    expect(decideCluster({ ...unplaced, managementClusters: [] })).toEqual({
      kind: 'waitForPlacement',
      until: at(30),
      unplaced: {
        placed: undefined,
        reason: 'NoManagementCluster',
        message: 'There is no management cluster yet.',
        waitingOn: {
          party: 'fleetOperator',
          reason: 'NoManagementCluster',
          action: 'Register a management cluster.',
        },
        candidates: [],
      },
    });
  });

  it('is applied once it is placed', () => {
    expect(decideCluster(unapplied)).toEqual({ kind: 'apply', why: 'created' });
  });

  it('is applied when what is wanted has changed', () => {
    expect(decideCluster(clusterSnapshot({ desiredHash: 'b' }))).toEqual({ kind: 'apply', why: 'changed' });
  });

  it('is applied again when the outcome of the last try is unknown, even if the wanted state is the recorded one', () => {
    expect(decideCluster(clusterSnapshot({ attempt: { failures: 0, begunAt: at(-5) } }))).toEqual({
      kind: 'apply',
      why: 'outcomeUnknown',
    });
  });

  it('is applied again after ten minutes', () => {
    const applied = { hash: 'a', generation: 1, at: at(-600) };
    expect(decideCluster(clusterSnapshot({ applied }))).toEqual({ kind: 'apply', why: 'resync' });
  });

  it('is applied again when the record of the last apply is from the future', () => {
    const applied = { hash: 'a', generation: 1, at: at(3600) };
    expect(decideCluster(clusterSnapshot({ applied }))).toEqual({ kind: 'apply', why: 'resync' });
  });

  it('is applied again when its HostedCluster was seen to be gone after the last apply', () => {
    const remote = { namespace: present(), hostedCluster: { state: 'absent', observedAt: at(-1) } as const };
    expect(decideCluster(clusterSnapshot({ remote }))).toEqual({ kind: 'apply', why: 'vanished' });
  });

  it('is looked at when it was last seen absent before the last apply', () => {
    const remote = { namespace: present(), hostedCluster: { state: 'absent', observedAt: at(-90) } as const };
    expect(decideCluster(clusterSnapshot({ remote }))).toEqual({ kind: 'observe', what: ['hostedCluster'] });
  });

  it('is looked at when nothing is known of it', () => {
    const remote = { namespace: { state: 'unknown' }, hostedCluster: { state: 'unknown' } } as const;
    expect(decideCluster(clusterSnapshot({ remote }))).toEqual({
      kind: 'observe',
      what: ['namespace', 'hostedCluster'],
    });
  });

  it('is looked at when it was last seen ten minutes ago', () => {
    const remote = { namespace: present(), hostedCluster: present({ observedAt: at(-600) }) };
    expect(decideCluster(clusterSnapshot({ remote }))).toEqual({ kind: 'observe', what: ['hostedCluster'] });
  });

  it('does not believe an observation from the future', () => {
    const remote = { namespace: present({ observedAt: at(1) }), hostedCluster: present() };
    expect(decideCluster(clusterSnapshot({ remote }))).toEqual({ kind: 'observe', what: ['namespace'] });
  });

  it('rests until the oldest record is ten minutes old', () => {
    expect(decideCluster(clusterSnapshot())).toEqual({ kind: 'wait', until: at(540), reason: 'UpToDate' });
    const remote = { namespace: present({ observedAt: at(-300) }), hostedCluster: present() };
    expect(decideCluster(clusterSnapshot({ remote }))).toEqual({
      kind: 'wait',
      until: at(300),
      reason: 'UpToDate',
    });
  });

  it('waits for an object that somebody else deletes, looks again, and only then makes it anew', () => {
    const leaving = (seconds: number) => ({
      namespace: present(),
      hostedCluster: present({ deleting: true, observedAt: at(seconds) }),
    });
    expect(decideCluster(clusterSnapshot({ remote: leaving(-3), desiredHash: 'b' }))).toEqual({
      kind: 'wait',
      until: at(7),
      reason: 'RemoteTerminating',
    });
    expect(decideCluster(clusterSnapshot({ remote: leaving(-10) }))).toEqual({
      kind: 'observe',
      what: ['hostedCluster'],
    });
  });

  it('is looked at after a failure before the next try, for what stands in the way may show', () => {
    const lastError = { code: 'conflict', message: 'being terminated', at: at(-5) };
    const attempt = { failures: 1, begunAt: at(-6), lastError };
    const before = { namespace: present({ observedAt: at(-6) }), hostedCluster: present() };
    expect(decideCluster(clusterSnapshot({ attempt, remote: before }))).toEqual({
      kind: 'observe',
      what: ['namespace'],
    });
    expect(decideCluster(clusterSnapshot({ attempt }))).toEqual({ kind: 'apply', why: 'outcomeUnknown' });
  });

  it('leaves a failing management cluster alone until the next try is due', () => {
    const attempt = { failures: 3, begunAt: at(-2), nextAttemptAt: at(4) };
    expect(decideCluster(clusterSnapshot({ attempt, desiredHash: 'b' }))).toEqual({
      kind: 'wait',
      until: at(4),
      reason: 'Backoff',
    });
    expect(decideCluster(clusterSnapshot({ attempt: { ...attempt, nextAttemptAt: now } }))).toMatchObject({
      kind: 'apply',
    });
  });

  it('does not let a jump of the clock hold back the next try for longer than the resync period', () => {
    const attempt = { failures: 1, nextAttemptAt: at(7200) };
    expect(decideCluster(clusterSnapshot({ attempt }))).toEqual({
      kind: 'wait',
      until: at(600),
      reason: 'Backoff',
    });
  });
});
