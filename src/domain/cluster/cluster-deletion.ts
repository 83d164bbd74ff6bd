import { backoffUntil } from '../shared/attempt.ts';
import { reconcileTiming } from '../shared/reconcile.ts';
import { decideRemoval, evidenceSince } from '../shared/removal.ts';
import { plusSeconds } from '../shared/time.ts';
import { decideInfrastructureRemoval } from './cluster-infrastructure.ts';
import type { ClusterAction, ClusterSnapshot } from './cluster-snapshot.ts';

/** Failures in a row after which a forced deletion gives something up. */
const forcedAfter = 3;

/** What keeps the objects on the management cluster from going; undefined: nothing, or not for long. */
const heldOnManagementCluster = ({
  attempt,
  remote,
  abandoned = [],
}: ClusterSnapshot): string | undefined => {
  if (abandoned.includes('managementCluster')) return undefined;
  if (attempt.failures >= forcedAfter) return attempt.lastError?.message ?? 'It does not answer.';
  const held = [remote.hostedCluster, remote.namespace].find(
    (entry) => entry.state === 'present' && entry.deleting && entry.heldBy !== undefined,
  );
  return held?.state === 'present' ? held.heldBy : undefined;
};

/** What Berth made in the cloud goes when nothing uses it any more; undefined when it is gone, or given up. */
const decideCloudRemoval = ({
  infrastructure,
  now,
  isForced,
  abandoned = [],
}: ClusterSnapshot): ClusterAction | undefined => {
  if (infrastructure === undefined || abandoned.includes('cloud')) return undefined;
  const step = decideInfrastructureRemoval(infrastructure, now);
  if (step.kind === 'gone') return undefined;
  const { failures = [], failedPasses = 0, phase } = infrastructure.state ?? {};
  if (isForced === true && phase === 'destroying' && failures.length > 0 && failedPasses >= forcedAfter)
    return { kind: 'abandon', where: 'cloud', message: failures[0]?.message ?? '' };
  return step.kind === 'destroy'
    ? { kind: 'destroyInfrastructure' }
    : { kind: 'wait', until: step.until, reason: 'InfrastructureRemains' };
};

/** The HostedCluster on its way out; undefined when it is gone. */
const decideHostedClusterRemoval = (snapshot: ClusterSnapshot, since: string): ClusterAction | undefined => {
  const step = decideRemoval(snapshot.remote.hostedCluster, snapshot.now, since);
  switch (step.kind) {
    case 'observe':
      return { kind: 'observe', what: ['hostedCluster'] };
    case 'unpause':
      return { kind: 'unpause', uid: step.uid };
    case 'delete':
      return { kind: 'deleteHostedCluster', uid: step.uid };
    case 'wait':
      return { kind: 'wait', until: step.until, reason: 'HostedClusterTerminating' };
    default:
      step.kind satisfies 'gone';
      return undefined;
  }
};

/** The namespace on its way out; undefined when it is gone. */
const decideNamespaceRemoval = (snapshot: ClusterSnapshot, since: string): ClusterAction | undefined => {
  const step = decideRemoval(snapshot.remote.namespace, snapshot.now, since);
  switch (step.kind) {
    case 'observe':
      return { kind: 'observe', what: ['namespace'] };
    // A namespace has no pause; were one reported, deleting is still what it takes.
    case 'unpause':
    case 'delete':
      return { kind: 'deleteNamespace', uid: step.uid };
    case 'wait':
      return { kind: 'wait', until: step.until, reason: 'NamespaceTerminating' };
    default:
      step.kind satisfies 'gone';
      return undefined;
  }
};

/**
 * Strict order: HostedCluster (unpaused first) gone, node pool rows gone, infrastructure gone, namespace gone, row gone. The
 * namespace holds the pull secret and keys that the operator needs to clean up, so it outlives the HostedCluster; network and
 * identities are what the operator cleans up with. A forced deletion goes on where somebody else has the last word.
 */
export const decideClusterDeletion = (snapshot: ClusterSnapshot, requestedAt: string): ClusterAction => {
  const { now, applied, attempt, isForced, abandoned = [] } = snapshot;
  const poolsRemain: ClusterAction = {
    kind: 'wait',
    until: plusSeconds(now, reconcileTiming.poll),
    reason: 'NodePoolsRemain',
  };
  const isOnItsOwn = snapshot.placement === undefined || abandoned.includes('managementCluster');
  if (isOnItsOwn)
    return snapshot.nodePools.length > 0
      ? poolsRemain
      : (decideCloudRemoval(snapshot) ?? { kind: 'finalize' });

  const held = isForced === true ? heldOnManagementCluster(snapshot) : undefined;
  if (held !== undefined) return { kind: 'abandon', where: 'managementCluster', message: held };
  const backoff = backoffUntil(attempt, now);
  if (backoff !== undefined) return { kind: 'wait', until: backoff, reason: 'Backoff' };
  const since = evidenceSince(requestedAt, now, applied, attempt);
  return (
    decideHostedClusterRemoval(snapshot, since) ??
    (snapshot.nodePools.length > 0 ? poolsRemain : undefined) ??
    decideCloudRemoval(snapshot) ??
    decideNamespaceRemoval(snapshot, since) ?? { kind: 'finalize' }
  );
};
