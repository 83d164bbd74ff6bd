import { stampConditions } from '../shared/conditions.ts';
import type { Health } from '../shared/status.ts';
import { sinceWhen } from '../shared/waiting-since.ts';
import type { ClusterPhase, ClusterStatus } from './cluster.ts';
import { judgeCluster } from './cluster-conditions.ts';
import {
  areNodesReady,
  type ClusterFacts,
  desiredNodes,
  isApplied,
  isControlPlaneAvailable,
  isConverged,
  isReleaseComplete,
  readyNodes,
} from './cluster-facts.ts';
import { judgeWaiting } from './cluster-waiting.ts';
import { isInfrastructureStageDone } from './infrastructure-status.ts';
import { isFalse, isTrue } from './observed-hosted-cluster.ts';

/** Where the cluster stands in its life. Health does not enter: a ready cluster that is ill stays ready. */
const judgePhase = (facts: ClusterFacts): ClusterPhase => {
  const { cluster } = facts;
  if (cluster.deletionRequestedAt !== undefined) return 'deleting';
  const wasReady = cluster.status.readyAt !== undefined;
  if (!wasReady && facts.deadlinePassed && !isConverged(facts)) return 'failed';
  if (facts.placement === undefined) return 'queued';
  if (isConverged(facts)) return 'ready';
  if (!wasReady) return isApplied(facts) && facts.hostedCluster !== undefined ? 'installing' : 'provisioning';
  return isChanging(facts) ? 'updating' : 'ready';
};

/** A change that the user asked for is under way; nodes that merely fell ill are none. */
const isChanging = (facts: ClusterFacts): boolean => {
  if (!isApplied(facts) || !isReleaseComplete(facts)) return true;
  return facts.cluster.generation > facts.cluster.status.observedGeneration && !areNodesReady(facts);
};

const judgeHealth = (facts: ClusterFacts): Health => {
  const conditions = facts.hostedCluster?.conditions;
  if (facts.placement === undefined) return 'unknown';
  if (facts.managementCluster?.reachable === false) return 'unreachable';
  if (isTrue(conditions, 'Available')) {
    const wasReady = facts.cluster.status.readyAt !== undefined;
    return isTrue(conditions, 'Degraded') || (wasReady && !isChanging(facts) && !areNodesReady(facts))
      ? 'degraded'
      : 'healthy';
  }
  const wasAvailable = facts.cluster.status.readyAt !== undefined;
  return wasAvailable && isFalse(conditions, 'Available') ? 'degraded' : 'unknown';
};

const observedGeneration = (facts: ClusterFacts): number => {
  const before = facts.cluster.status.observedGeneration;
  const seen = isConverged(facts) ? facts.cluster.generation : before;
  return Math.min(facts.cluster.generation, Math.max(before, seen));
};

/**
 * The status of a cluster, from what is known of it now. Pure; the result equals the previous status (by value)
 * when nothing has changed, so that a write can be spared.
 */
export const projectClusterStatus = (facts: ClusterFacts): ClusterStatus => {
  const { cluster, now } = facts;
  const previous = cluster.status;
  const phase = judgePhase(facts);
  const generation = observedGeneration(facts);
  const waitingOn = sinceWhen(judgeWaiting(facts), previous.waitingOn, now);
  const readyAt = previous.readyAt ?? (phase === 'ready' ? now : undefined);
  const current = facts.hostedCluster?.completedVersion ?? previous.version.current;
  return {
    phase,
    health: judgeHealth(facts),
    observedGeneration: generation,
    ...(readyAt === undefined ? {} : { readyAt }),
    ...(previous.progress === undefined ? {} : { progress: previous.progress }),
    ...(waitingOn === undefined ? {} : { waitingOn }),
    conditions: stampConditions(judgeCluster(facts), previous.conditions, generation, now),
    version: {
      ...(current === undefined ? {} : { current }),
      desired: cluster.release.version,
      available: facts.availableVersions,
    },
    endpoints: isControlPlaneAvailable(facts) ? (facts.hostedCluster?.endpoints ?? {}) : previous.endpoints,
    nodes: { desired: desiredNodes(facts), ready: readyNodes(facts) },
    placement: {
      ...(facts.placement === undefined ? {} : { managementClusterId: facts.placement.managementClusterId }),
      reason: facts.placement?.reason ?? facts.unplaced?.message ?? 'Waits for its turn to be placed.',
    },
    infrastructure: { id: cluster.infraId },
    hostedCluster: { conditions: facts.hostedCluster?.conditions ?? [] },
  };
};

/** What a cluster says of itself at the moment of its creation. */
export const initialClusterStatus = (
  cluster: { readonly infraId: string; readonly version: string; readonly desiredNodes: number },
  now: string,
): ClusterStatus => ({
  phase: 'queued',
  health: 'unknown',
  observedGeneration: 0,
  progress: { stage: 'placement', percent: 0, startedAt: now },
  conditions: [
    {
      type: 'Placed',
      status: 'False',
      reason: 'Queued',
      message: 'Waits for its turn to be placed.',
      lastTransitionTime: now,
      observedGeneration: 0,
    },
  ],
  version: { desired: cluster.version, available: [] },
  endpoints: {},
  nodes: { desired: cluster.desiredNodes, ready: 0 },
  placement: { reason: 'Waits for its turn to be placed.' },
  infrastructure: { id: cluster.infraId },
  hostedCluster: { conditions: [] },
});

/** Whether a stage of a cluster's operation is done. */
export const isClusterStageDone = (facts: ClusterFacts, stage: string): boolean => {
  switch (stage) {
    case 'placement':
      return facts.placement !== undefined;
    case 'infrastructure':
      return isInfrastructureStageDone(facts);
    case 'manifests':
      return isApplied(facts);
    case 'controlPlane':
      return isControlPlaneAvailable(facts);
    case 'nodes':
      return areNodesReady(facts);
    case 'release':
      return isReleaseComplete(facts);
    case 'hostedCluster':
      return facts.removed.hostedCluster;
    case 'nodePools':
      return facts.pools.length === 0;
    case 'namespace':
      return facts.removed.namespace;
    default:
      return false;
  }
};
