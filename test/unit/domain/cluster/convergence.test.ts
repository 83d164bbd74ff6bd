import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ClusterSnapshot, decideCluster } from '../../../../src/domain/cluster/lifecycle.ts';
import type { Remote } from '../../../../src/domain/shared/remote.ts';
import { at, clusterSnapshot, managementCluster, now, placement } from '../factories.ts';
import { ClusterWorld, type Outcome, type RemoteThing, type Truth } from './cluster-world.ts';

const seconds = (min: number, max: number) => fc.integer({ min, max }).map(at);

const remotes: fc.Arbitrary<Remote> = fc.oneof(
  fc.constant<Remote>({ state: 'unknown' }),
  fc.record({ state: fc.constant('absent' as const), observedAt: seconds(-1000, 1000) }),
  fc.record({
    state: fc.constant('present' as const),
    uid: fc.constantFrom('u1', 'u2'),
    deleting: fc.boolean(),
    paused: fc.boolean(),
    observedAt: seconds(-1000, 1000),
    resourceVersion: fc.constant('1'),
  }),
);

const attempts = fc.record(
  {
    failures: fc.nat({ max: 9 }),
    begunAt: seconds(-900, 0),
    lastError: fc.record({ code: fc.constant('x'), message: fc.constant('y'), at: seconds(-900, 0) }),
    nextAttemptAt: seconds(-60, 900),
  },
  { requiredKeys: ['failures'] },
);

/** Any snapshot whatever: also such as no history leads to. */
const snapshots: fc.Arbitrary<ClusterSnapshot> = fc
  .record(
    {
      deletionRequestedAt: seconds(-800, 800),
      placement: fc.constant(placement),
      applied: fc.record({
        hash: fc.constantFrom('a', 'b'),
        generation: fc.constant(1),
        at: seconds(-900, 100),
      }),
      managementClusters: fc.subarray([managementCluster]),
      desiredHash: fc.constantFrom('a', 'b'),
      namespace: remotes,
      hostedCluster: remotes,
      nodePools: fc.subarray([{ id: 'np_1' }, { id: 'np_2' }]),
      attempt: attempts,
    },
    {
      requiredKeys: [
        'managementClusters',
        'desiredHash',
        'namespace',
        'hostedCluster',
        'nodePools',
        'attempt',
      ],
    },
  )
  .map(({ deletionRequestedAt, namespace, hostedCluster, ...rest }) => ({
    ...rest,
    now,
    cluster: {
      ...clusterSnapshot().cluster,
      ...(deletionRequestedAt === undefined ? {} : { deletionRequestedAt }),
    },
    remote: { namespace, hostedCluster },
  }));

const things: fc.Arbitrary<RemoteThing | undefined> = fc.option(
  fc.record({
    uid: fc.constantFrom('u1', 'u2'),
    deleting: fc.boolean(),
    paused: fc.boolean(),
    ticks: fc.integer({ min: 1, max: 9 }),
    hash: fc.constantFrom('a', 'b', 'c'),
  }),
  { nil: undefined },
);

const outcomes = fc.array(fc.constantFrom<Outcome>('ok', 'fails', 'lost', 'killedBefore', 'killedAfter'), {
  maxLength: 30,
});

/** A world that a history can have led to: nothing is there without a placement, and no belief is newer than the last change. */
const worldOf = (snapshot: ClusterSnapshot, truth: Truth): ClusterWorld => {
  if (snapshot.placement === undefined) {
    const { applied: _, ...never } = snapshot;
    return new ClusterWorld(never, { namespace: undefined, hostedCluster: undefined });
  }
  const namespace = truth.namespace ?? (truth.hostedCluster && { ...truth.hostedCluster, paused: false });
  const old = (remote: Remote): Remote => {
    if (remote.state === 'unknown') return remote;
    return { ...remote, observedAt: remote.state === 'present' ? remote.observedAt : at(-1000) };
  };
  const remote = {
    namespace: old(snapshot.remote.namespace),
    hostedCluster: old(snapshot.remote.hostedCluster),
  };
  return new ClusterWorld(
    { ...snapshot, remote },
    { namespace: namespace && { ...namespace, paused: false }, hostedCluster: truth.hostedCluster },
  );
};

const settle = (world: ClusterWorld, done: () => boolean): number => {
  for (let steps = 0; steps < 300; steps += 1) {
    if (done()) return steps;
    world.step('ok');
  }
  return 300;
};

describe('decideCluster, from any snapshot', () => {
  it('gives the same action for the same input', () => {
    fc.assert(
      fc.property(snapshots, (snapshot) => {
        expect(decideCluster(structuredClone(snapshot))).toEqual(decideCluster(snapshot));
      }),
    );
  });

  it('waits only until a time to come, and not for longer than the resync period', () => {
    fc.assert(
      fc.property(snapshots, (snapshot) => {
        const action = decideCluster(snapshot);
        if (!('until' in action)) return;
        expect(Date.parse(action.until)).toBeGreaterThan(Date.parse(now));
        expect(Date.parse(action.until)).toBeLessThanOrEqual(Date.parse(at(600)));
      }),
      { numRuns: 1000 },
    );
  });

  it('changes nothing that is not known, deletes nothing that is wanted, applies nothing that is not', () => {
    fc.assert(
      fc.property(snapshots, (snapshot) => {
        const action = decideCluster(snapshot);
        const isUnwanted = snapshot.cluster.deletionRequestedAt !== undefined;
        if (action.kind === 'apply' || action.kind === 'place') expect(isUnwanted).toBe(false);
        if (action.kind === 'finalize') expect(isUnwanted).toBe(true);
        if (!('uid' in action)) return;
        expect(isUnwanted).toBe(true);
        const name = action.kind === 'deleteNamespace' ? 'namespace' : 'hostedCluster';
        expect(snapshot.remote[name]).toMatchObject({ state: 'present', uid: action.uid });
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a world of faults', () => {
  it('brings a wanted cluster about as soon as the faults end', () => {
    fc.assert(
      fc.property(snapshots, things, things, outcomes, (snapshot, namespace, hostedCluster, faults) => {
        const { deletionRequestedAt: _, ...cluster } = snapshot.cluster;
        const managementClusters = [managementCluster];
        const world = worldOf({ ...snapshot, cluster, managementClusters }, { namespace, hostedCluster });
        // A pause by hand holds up somebody else's deletion for as long as that somebody likes.
        if (world.truth.hostedCluster !== undefined) world.truth.hostedCluster.paused = false;
        for (const outcome of faults) world.step(outcome);
        world.change({ desiredHash: 'wanted' });
        const isThere = () => world.truth.hostedCluster?.hash === 'wanted';
        const isResting = () => decideCluster(world.snapshot).kind === 'wait';
        expect(settle(world, () => isThere() && isResting())).toBeLessThan(100);
      }),
      { numRuns: 400 },
    );
  });

  it('removes a deleted cluster completely as soon as the faults end, and applies nothing on the way', () => {
    fc.assert(
      fc.property(
        snapshots,
        things,
        things,
        outcomes,
        outcomes,
        (snapshot, namespace, hostedCluster, before, after) => {
          const { deletionRequestedAt: _, ...cluster } = snapshot.cluster;
          const world = worldOf({ ...snapshot, cluster }, { namespace, hostedCluster });
          for (const outcome of before) world.step(outcome);
          world.requestDeletion();
          const { applies } = world;
          for (const outcome of after) if (!world.finalized) world.step(outcome);
          settle(world, () => world.finalized);
          expect(world.finalized).toBe(true);
          expect(world.truth).toEqual({ namespace: undefined, hostedCluster: undefined });
          expect(world.applies).toBe(applies);
        },
      ),
      { numRuns: 400 },
    );
  });
});
