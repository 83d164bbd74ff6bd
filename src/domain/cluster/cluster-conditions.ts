import { callFailureOf } from '../shared/call-failure.ts';
import { no, unsure, type Verdict, yes } from '../shared/conditions.ts';
import {
  areNodesReady,
  type ClusterFacts,
  desiredNodes,
  isApplied,
  isConverged,
  isReleaseComplete,
  readyNodes,
} from './cluster-facts.ts';
import { judgeCloudCredentials, judgeCloudRemains, judgeInfrastructure } from './infrastructure-status.ts';
import { conditionOf } from './observed-hosted-cluster.ts';

const placed = ({ placement, unplaced }: ClusterFacts): Verdict => {
  if (placement !== undefined) return yes('Placed', placement.reason);
  return no(unplaced?.reason ?? 'Queued', unplaced?.message ?? 'Waits for its turn to be placed.');
};

const reachable = ({ placement, managementCluster }: ClusterFacts): Verdict => {
  if (placement === undefined || managementCluster === undefined) return unsure('NotPlaced');
  return managementCluster.reachable ? yes('Reachable') : no('Unreachable', managementCluster.message);
};

/** A condition of the operator under our own name; not seen yet is Unknown, never False. */
const mirrored = (facts: ClusterFacts, type: string): Verdict => {
  const condition = conditionOf(facts.hostedCluster?.conditions, type);
  if (condition === undefined) return unsure('NotReported');
  const status = condition.status === 'True' || condition.status === 'False' ? condition.status : 'Unknown';
  return { status, reason: condition.reason ?? 'NoReason', message: condition.message ?? '' };
};

const nodesReady = (facts: ClusterFacts): Verdict => {
  const desired = desiredNodes(facts);
  const ready = readyNodes(facts);
  if (desired === 0) return yes('NoNodesWanted');
  const message = `${ready} of ${desired} nodes are ready.`;
  if (areNodesReady(facts)) return yes('AllNodesReady', message);
  return facts.hostedCluster === undefined ? unsure('NotReported', message) : no('NodesNotReady', message);
};

const reconciled = (facts: ClusterFacts): Verdict => {
  const { attempt, cluster } = facts;
  const failure = callFailureOf(attempt);
  if (failure !== undefined) return no(failure.reason, failure.message);
  if (!isApplied(facts)) return no('Pending', `Generation ${cluster.generation} has not been applied yet.`);
  const operator = conditionOf(facts.hostedCluster?.conditions, 'ReconciliationSucceeded');
  if (operator?.status === 'False') return no(operator.reason ?? 'ReconcileError', operator.message ?? '');
  if (isConverged(facts)) return yes('Converged');
  const what = isReleaseComplete(facts) ? 'its nodes are' : 'its release is';
  return no('Progressing', `Generation ${cluster.generation} is applied; ${what} not there yet.`);
};

const deletionBlocked = (facts: ClusterFacts): Verdict => {
  if (facts.cluster.deletionRequestedAt === undefined) return no('NotDeleting');
  const { attempt, stalledStage } = facts;
  if (facts.managementCluster?.reachable === false)
    return yes('ManagementClusterUnreachable', facts.managementCluster.message);
  const failure = callFailureOf(attempt);
  if (failure !== undefined) return yes(failure.reason, failure.message);
  const remains = judgeCloudRemains(facts);
  if (remains !== undefined) return remains;
  if (facts.heldBy !== undefined) return yes('ObjectsRemain', facts.heldBy);
  const destroyed = conditionOf(facts.hostedCluster?.conditions, 'CloudResourcesDestroyed');
  if (destroyed?.status === 'False' && stalledStage !== undefined) {
    return yes(destroyed.reason ?? 'CloudResourcesRemain', destroyed.message ?? '');
  }
  if (stalledStage !== undefined) {
    return yes('Stalled', `The stage ${stalledStage.stage} has been going on since ${stalledStage.since}.`);
  }
  return no('Progressing');
};

const stalled = ({ stalledStage }: ClusterFacts): Verdict =>
  stalledStage === undefined
    ? no('OnTime')
    : yes('DeadlinePassed', `The stage ${stalledStage.stage} has been going on since ${stalledStage.since}.`);

const credentialsValid = (facts: ClusterFacts): Verdict => {
  const found = mirrored(facts, 'PlatformCredentialsFound');
  if (found.status === 'False' || facts.cluster.spec.platform.type !== 'aws') return found;
  const identity = mirrored(facts, 'ValidAWSIdentityProvider');
  return identity.status === 'False' ? identity : found;
};

/** Berth's own conditions of a cluster, in the order in which they are shown. */
export const judgeCluster = (facts: ClusterFacts): Readonly<Record<string, Verdict>> => ({
  Placed: placed(facts),
  ManagementClusterReachable: reachable(facts),
  CredentialsValid: judgeCloudCredentials(facts) ?? credentialsValid(facts),
  InfrastructureReady: judgeInfrastructure(facts) ?? mirrored(facts, 'InfrastructureReady'),
  ControlPlaneAvailable: mirrored(facts, 'Available'),
  NodesReady: nodesReady(facts),
  Reconciled: reconciled(facts),
  Upgradeable: mirrored(facts, 'ClusterVersionUpgradeable'),
  Degraded: mirrored(facts, 'Degraded'),
  Stalled: stalled(facts),
  DeletionBlocked: deletionBlocked(facts),
});
