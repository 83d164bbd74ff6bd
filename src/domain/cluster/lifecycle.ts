import { placeCluster } from '../placement/place.ts';
import { placementRequestOf } from '../placement/placement-request.ts';
import { backoffUntil } from '../shared/attempt.ts';
import { reconcileTiming } from '../shared/reconcile.ts';
import { plusSeconds } from '../shared/time.ts';
import { decideUpkeep } from '../shared/upkeep.ts';
import { decideClusterDeletion } from './cluster-deletion.ts';
import type { ClusterAction, ClusterSnapshot } from './cluster-snapshot.ts';

export type { ClusterAction, ClusterObject, ClusterSnapshot } from './cluster-snapshot.ts';

const decidePlacement = (snapshot: ClusterSnapshot): ClusterAction => {
  const { managementClusters, now } = snapshot;
  const decision = placeCluster({ request: placementRequestOf(snapshot.cluster), managementClusters });
  if (decision.placed === undefined) {
    const until = plusSeconds(now, reconcileTiming.placementRetry);
    return { kind: 'waitForPlacement', until, unplaced: decision };
  }
  const { placed, reason, candidates } = decision;
  return { kind: 'place', managementClusterId: placed.id, reason, candidates };
};

const decidePresence = ({ remote, ...snapshot }: ClusterSnapshot): ClusterAction =>
  decideUpkeep({
    now: snapshot.now,
    applied: snapshot.applied,
    desiredHash: snapshot.desiredHash,
    attempt: snapshot.attempt,
    objects: [
      { name: 'namespace', remote: remote.namespace },
      { name: 'hostedCluster', remote: remote.hostedCluster },
    ],
  });

/**
 * The one next thing to do for a cluster. Pure: the same snapshot gives the same action. Placement is stored before anything is
 * made, nothing is applied once deletion was requested, nothing is removed on `unknown`, and every wait has an end.
 */
export const decideCluster = (snapshot: ClusterSnapshot): ClusterAction => {
  const { now, cluster, placement } = snapshot;
  if (cluster.deletionRequestedAt !== undefined)
    return decideClusterDeletion(snapshot, cluster.deletionRequestedAt);
  const until = backoffUntil(snapshot.attempt, now);
  if (until !== undefined) return { kind: 'wait', until, reason: 'Backoff' };
  return placement === undefined ? decidePlacement(snapshot) : decidePresence(snapshot);
};
