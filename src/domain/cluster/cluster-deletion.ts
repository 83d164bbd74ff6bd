import { backoffUntil } from '../shared/attempt.ts';
import { reconcileTiming } from '../shared/reconcile.ts';
import { decideRemoval, evidenceSince } from '../shared/removal.ts';
import { plusSeconds } from '../shared/time.ts';
import { decideInfrastructureRemoval } from './cluster-infrastructure.ts';
import type { ClusterAction, ClusterSnapshot } from './cluster-snapshot.ts';

/** What Berth made in the cloud goes when nothing uses it any more; undefined when it is gone. */
const decideCloudRemoval = ({ infrastructure, now }: ClusterSnapshot): ClusterAction | undefined => {
  if (infrastructure === undefined) return undefined;
  const step = decideInfrastructureRemoval(infrastructure, now);
  if (step.kind === 'gone') return undefined;
  return step.kind === 'destroy'
    ? { kind: 'destroyInfrastructure' }
    : { kind: 'wait', until: step.until, reason: 'InfrastructureRemains' };
};

/**
 * Strict order: HostedCluster (unpaused first) gone, node pool rows gone, infrastructure gone, namespace gone, row gone. The
 * namespace holds the pull secret and keys that the operator needs to clean up, so it outlives the HostedCluster; network and
 * identities are what the operator cleans up with.
 */
export const decideClusterDeletion = (snapshot: ClusterSnapshot, requestedAt: string): ClusterAction => {
  const { now, applied, attempt, remote } = snapshot;
  const poolsRemain: ClusterAction = {
    kind: 'wait',
    until: plusSeconds(now, reconcileTiming.poll),
    reason: 'NodePoolsRemain',
  };
  if (snapshot.placement === undefined)
    return snapshot.nodePools.length > 0
      ? poolsRemain
      : (decideCloudRemoval(snapshot) ?? { kind: 'finalize' });

  const backoff = backoffUntil(attempt, now);
  if (backoff !== undefined) return { kind: 'wait', until: backoff, reason: 'Backoff' };
  const since = evidenceSince(requestedAt, now, applied, attempt);

  const hostedCluster = decideRemoval(remote.hostedCluster, now, since);
  switch (hostedCluster.kind) {
    case 'observe':
      return { kind: 'observe', what: ['hostedCluster'] };
    case 'unpause':
      return { kind: 'unpause', uid: hostedCluster.uid };
    case 'delete':
      return { kind: 'deleteHostedCluster', uid: hostedCluster.uid };
    case 'wait':
      return { kind: 'wait', until: hostedCluster.until, reason: 'HostedClusterTerminating' };
    default:
      hostedCluster.kind satisfies 'gone';
  }
  if (snapshot.nodePools.length > 0) return poolsRemain;
  const cloud = decideCloudRemoval(snapshot);
  if (cloud !== undefined) return cloud;

  const namespace = decideRemoval(remote.namespace, now, since);
  switch (namespace.kind) {
    case 'observe':
      return { kind: 'observe', what: ['namespace'] };
    // A namespace has no pause; were one reported, deleting is still what it takes.
    case 'unpause':
    case 'delete':
      return { kind: 'deleteNamespace', uid: namespace.uid };
    case 'wait':
      return { kind: 'wait', until: namespace.until, reason: 'NamespaceTerminating' };
    default:
      namespace.kind satisfies 'gone';
      return { kind: 'finalize' };
  }
};
