import { placeCluster } from '../placement/place.ts';
import { placementRequestOf } from '../placement/placement-request.ts';
import { backoffUntil } from '../shared/attempt.ts';
import { reconcileTiming } from '../shared/reconcile.ts';
import { earliestOf, plusSeconds } from '../shared/time.ts';
import { decideUpkeep } from '../shared/upkeep.ts';
import { decideClusterDeletion } from './cluster-deletion.ts';
import { decideInfrastructure } from './cluster-infrastructure.ts';
import type { ClusterAction, ClusterSnapshot } from './cluster-snapshot.ts';
import { isPaused } from './pause.ts';

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

/** Infrastructure first, as far as the manifests need it; what of it takes longer goes on beside them. */
const decideStanding = (snapshot: ClusterSnapshot): ClusterAction => {
  const { now, infrastructure, cluster } = snapshot;
  if (infrastructure === undefined) return decidePresence(snapshot);
  const step = isPaused(cluster.spec, now) ? undefined : decideInfrastructure(infrastructure, now);
  if (step?.kind === 'ensure') return { kind: 'ensureInfrastructure', isCheck: step.isCheck };
  const until = step?.until ?? plusSeconds(now, reconcileTiming.resync);
  if (!infrastructure.isKnown) return { kind: 'wait', until, reason: 'InfrastructurePending' };
  const presence = decidePresence(snapshot);
  return presence.kind === 'wait' ? { ...presence, until: earliestOf(presence.until, until) } : presence;
};

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
  if (placement === undefined) return decidePlacement(snapshot);
  return decideStanding(snapshot);
};
