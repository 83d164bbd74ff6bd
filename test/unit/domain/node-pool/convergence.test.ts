import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decideNodePool,
  type NodePoolSnapshot,
} from '../../../../src/domain/node-pool/node-pool-lifecycle.ts';
import { attemptBegun, attemptFailed, attemptSucceeded } from '../../../../src/domain/shared/attempt.ts';
import { at, nodePoolSnapshot, now } from '../factories.ts';

type Outcome = 'ok' | 'fails' | 'lost' | 'killedBefore' | 'killedAfter';

interface World {
  readonly snapshot: NodePoolSnapshot;
  /** What the management cluster really holds. */
  readonly there: { readonly hash: string; readonly ticks?: number } | undefined;
  readonly isFinalized: boolean;
}

const seenIn = ({ snapshot, there }: World): NodePoolSnapshot['remote'] =>
  there === undefined
    ? { state: 'absent', observedAt: snapshot.now }
    : {
        state: 'present',
        uid: 'u',
        deleting: there.ticks !== undefined,
        paused: false,
        observedAt: snapshot.now,
        resourceVersion: '1',
      };

const fails = (snapshot: NodePoolSnapshot): NodePoolSnapshot => {
  const failure = { code: 'timeout', message: 'no answer' };
  return { ...snapshot, attempt: attemptFailed(snapshot.attempt, failure, snapshot.now, 1) };
};

/** One decision, performed with the given outcome, after which time goes on. */
const step = (world: World, outcome: Outcome): World => {
  const { snapshot } = world;
  const action = decideNodePool(snapshot);
  const later = 'until' in action ? Date.parse(action.until) : Date.parse(snapshot.now) + 1000;
  const ticks = world.there?.ticks;
  const on = (next: World): World => ({
    ...next,
    snapshot: { ...next.snapshot, now: new Date(later).toISOString() },
    there: ticks === 0 ? undefined : next.there && { ...next.there, ...(ticks && { ticks: ticks - 1 }) },
  });
  if (action.kind === 'finalize') {
    expect(world.there).toBeUndefined();
    return { ...world, isFinalized: true };
  }
  if (action.kind === 'observe')
    return on({
      ...world,
      snapshot: outcome === 'ok' ? { ...snapshot, remote: seenIn(world) } : fails(snapshot),
    });
  if (action.kind !== 'apply' && action.kind !== 'delete') return on(world);

  const isWanted = snapshot.nodePool.deletionRequestedAt ?? snapshot.cluster.deletionRequestedAt;
  expect(isWanted === undefined).toBe(action.kind === 'apply');
  const begun = { ...snapshot, attempt: attemptBegun(snapshot.attempt, snapshot.now) };
  if (outcome === 'killedBefore') return on({ ...world, snapshot: begun });
  if (outcome === 'fails') return on({ ...world, snapshot: fails(begun) });
  const there =
    action.kind === 'apply'
      ? { ...world.there, hash: snapshot.desiredHash }
      : world.there && { ticks: 2, ...world.there };
  if (outcome === 'killedAfter') return on({ ...world, there, snapshot: begun });
  if (outcome === 'lost') return on({ ...world, there, snapshot: fails(begun) });
  const applied = { hash: snapshot.desiredHash, generation: 1, at: snapshot.now };
  const remote = seenIn({ ...world, there });
  const recorded = { ...begun, remote, attempt: attemptSucceeded };
  return on({
    ...world,
    there,
    snapshot: action.kind === 'apply' ? { ...recorded, applied } : recorded,
  });
};

const outcomes = fc.array(fc.constantFrom<Outcome>('ok', 'fails', 'lost', 'killedBefore', 'killedAfter'), {
  maxLength: 25,
});

const start: World = {
  snapshot: (({ applied: _, ...snapshot }) => snapshot)(nodePoolSnapshot({ remote: { state: 'unknown' } })),
  there: undefined,
  isFinalized: false,
};

const run = (world: World, faults: readonly Outcome[]): World =>
  faults.reduce((current, outcome) => (current.isFinalized ? current : step(current, outcome)), world);

describe('a world of faults', () => {
  it('brings a wanted node pool about as soon as the faults end', () => {
    fc.assert(
      fc.property(outcomes, outcomes, (first, second) => {
        const before = run(start, first);
        const changed = run({ ...before, snapshot: { ...before.snapshot, desiredHash: 'b' } }, second);
        const settled = run(changed, Array<Outcome>(10).fill('ok'));
        expect(settled.there?.hash).toBe('b');
      }),
      { numRuns: 400 },
    );
  });

  it('removes a node pool as soon as the faults end, whether it or its cluster is deleted', () => {
    fc.assert(
      fc.property(outcomes, outcomes, fc.boolean(), (first, second, isClusterDeleted) => {
        const { snapshot, ...before } = run(start, first);
        const { cluster, nodePool } = snapshot;
        const deletionRequestedAt = snapshot.now;
        const unwanted = isClusterDeleted
          ? { ...snapshot, cluster: { ...cluster, deletionRequestedAt } }
          : { ...snapshot, nodePool: { ...nodePool, deletionRequestedAt } };
        const during = run({ ...before, snapshot: unwanted }, second);
        const settled = run(during, Array<Outcome>(20).fill('ok'));
        expect(settled).toMatchObject({ isFinalized: true, there: undefined });
      }),
      { numRuns: 400 },
    );
  });

  it('waits only until a time to come', () => {
    fc.assert(
      fc.property(fc.integer({ min: -900, max: 900 }), fc.boolean(), (seconds, deleting) => {
        const observedAt = at(seconds);
        const action = decideNodePool(
          nodePoolSnapshot({
            remote: { state: 'present', uid: 'u', deleting, paused: false, observedAt, resourceVersion: '1' },
          }),
        );
        if ('until' in action) expect(Date.parse(action.until)).toBeGreaterThan(Date.parse(now));
      }),
    );
  });
});
