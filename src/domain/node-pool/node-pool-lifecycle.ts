import type { Placement } from '../cluster/cluster.ts';
import type { ApplyReason } from '../shared/apply-reason.ts';
import { backoffUntil } from '../shared/attempt.ts';
import { type Applied, type Attempt, reconcileTiming } from '../shared/reconcile.ts';
import { believed, type Remote } from '../shared/remote.ts';
import { decideRemoval, evidenceSince } from '../shared/removal.ts';
import { plusSeconds } from '../shared/time.ts';
import { decideUpkeep } from '../shared/upkeep.ts';
import type { NodePool } from './node-pool.ts';

/** Everything that the next step of a node pool depends on; the rules of ClusterSnapshot for clock and observations hold. */
export interface NodePoolSnapshot {
  readonly now: string;
  readonly nodePool: Pick<NodePool, 'id' | 'generation' | 'deletionRequestedAt'>;
  readonly cluster: {
    readonly deletionRequestedAt?: string;
    readonly placement?: Placement;
    /** When the HostedCluster was last applied with success. */
    readonly appliedAt?: string;
    readonly hostedCluster: Remote;
    /** A forced deletion has given up what is on the management cluster. */
    readonly isAbandoned?: boolean;
  };
  /** What its machines stand on, as the subnet of their zone, is not made yet. */
  readonly isWithoutPlace?: boolean;
  readonly applied?: Applied;
  /** Of the rendered NodePool; empty before placement and during deletion. */
  readonly desiredHash: string;
  readonly remote: Remote;
  readonly attempt: Attempt;
}

export type NodePoolAction =
  /** The HostedCluster has to be there first: the operator ignores a NodePool without one, and sets no owner. */
  | {
      readonly kind: 'waitForCluster';
      readonly until: string;
      readonly reason: 'ClusterNotPlaced' | 'HostedClusterMissing' | 'ZoneNotMade';
    }
  | { readonly kind: 'apply'; readonly why: ApplyReason }
  | { readonly kind: 'observe' }
  | { readonly kind: 'unpause'; readonly uid: string }
  | { readonly kind: 'delete'; readonly uid: string }
  | { readonly kind: 'finalize' }
  | {
      readonly kind: 'wait';
      readonly until: string;
      readonly reason: 'UpToDate' | 'Backoff' | 'RemoteTerminating';
    };

const decideDeletion = (snapshot: NodePoolSnapshot, requestedAt: string): NodePoolAction => {
  const { now, applied, attempt, remote } = snapshot;
  if (snapshot.cluster.placement === undefined || snapshot.cluster.isAbandoned === true)
    return { kind: 'finalize' };
  const backoff = backoffUntil(attempt, now);
  if (backoff !== undefined) return { kind: 'wait', until: backoff, reason: 'Backoff' };
  const since = evidenceSince(requestedAt, now, applied, attempt);
  const step = decideRemoval(remote, now, since);
  switch (step.kind) {
    case 'wait':
      return { kind: 'wait', until: step.until, reason: 'RemoteTerminating' };
    case 'gone':
      return { kind: 'finalize' };
    default:
      return step;
  }
};

/** Known to be there, or applied and not seen missing or leaving since. */
const hasHostedCluster = (
  { appliedAt, hostedCluster }: NodePoolSnapshot['cluster'],
  now: string,
): boolean => {
  const seen = believed(hostedCluster, now, appliedAt);
  return (
    appliedAt !== undefined && (seen.state === 'unknown' || (seen.state === 'present' && !seen.deleting))
  );
};

const decidePresence = ({ now, applied, desiredHash, attempt, remote }: NodePoolSnapshot): NodePoolAction => {
  const objects = [{ name: 'nodePool', remote }];
  const step = decideUpkeep({ now, applied, desiredHash, attempt, objects });
  return step.kind === 'observe' ? { kind: 'observe' } : step;
};

/**
 * The one next thing to do for a node pool. Pure. A pool goes when it is deleted or its cluster is; its row stays until the
 * NodePool was seen to be absent after that.
 */
export const decideNodePool = (snapshot: NodePoolSnapshot): NodePoolAction => {
  const { now, cluster, nodePool } = snapshot;
  const requestedAt = nodePool.deletionRequestedAt ?? cluster.deletionRequestedAt;
  if (requestedAt !== undefined) return decideDeletion(snapshot, requestedAt);
  const until = backoffUntil(snapshot.attempt, now);
  if (until !== undefined) return { kind: 'wait', until, reason: 'Backoff' };
  const retryAt = plusSeconds(now, reconcileTiming.placementRetry);
  if (cluster.placement === undefined)
    return { kind: 'waitForCluster', until: retryAt, reason: 'ClusterNotPlaced' };
  if (!hasHostedCluster(cluster, now))
    return { kind: 'waitForCluster', until: retryAt, reason: 'HostedClusterMissing' };
  if (snapshot.isWithoutPlace === true)
    return { kind: 'waitForCluster', until: retryAt, reason: 'ZoneNotMade' };
  return decidePresence(snapshot);
};
