import { conditionOf, isTrue } from '../cluster/observed-hosted-cluster.ts';
import { callFailureOf, waitingOnCall } from '../shared/call-failure.ts';
import { no, stampConditions, unsure, type Verdict, yes } from '../shared/conditions.ts';
import type { Applied, Attempt } from '../shared/reconcile.ts';
import type { WaitingOn } from '../shared/status.ts';
import { sinceWhen } from '../shared/waiting-since.ts';
import { judgeMachines } from './machine-trouble.ts';
import type { NodePool, NodePoolPhase, NodePoolStatus } from './node-pool.ts';
import type { ObservedNodePool } from './observed-node-pool.ts';

/** Everything that the status of a node pool is made from. */
export interface NodePoolFacts {
  readonly now: string;
  readonly nodePool: NodePool;
  /** What the spec asks for. */
  readonly wanted: number;
  /** Machines to wait for: as many as wanted, or none where they join by hand. */
  readonly desired: number;
  readonly applied?: Applied;
  readonly attempt: Attempt;
  readonly observed?: ObservedNodePool;
  /** Its object is known to be absent after the deletion was asked for. */
  readonly removed: boolean;
  readonly isClusterReachable: boolean;
  readonly deadlinePassed: boolean;
}

const isNodePoolApplied = ({ applied, nodePool }: NodePoolFacts): boolean =>
  applied !== undefined && applied.generation >= nodePool.generation;

export const isNodePoolReady = (facts: NodePoolFacts): boolean => {
  const { observed, desired, nodePool } = facts;
  if (!isNodePoolApplied(facts) || observed === undefined || observed.replicas < desired) return false;
  return desired === 0 || observed.version === nodePool.release.version;
};

/** Has no more machines than its spec asks for, and none that are on their way out. */
export const hasSettled = (facts: NodePoolFacts): boolean => {
  const { autoscaling, replicas = 0 } = facts.nodePool.spec;
  const isWithin = (facts.observed?.replicas ?? 0) <= (autoscaling?.max ?? replicas);
  return isNodePoolReady(facts) && isWithin && facts.nodePool.deletionRequestedAt === undefined;
};

const judgePhase = (facts: NodePoolFacts): NodePoolPhase => {
  const { nodePool } = facts;
  if (nodePool.deletionRequestedAt !== undefined) return 'deleting';
  if (isNodePoolReady(facts)) return 'ready';
  const wasReady = nodePool.status.observedGeneration > 0;
  if (facts.deadlinePassed && !wasReady) return 'failed';
  if (wasReady) return 'updating';
  return facts.observed === undefined ? 'queued' : 'provisioning';
};

const reconciled = (facts: NodePoolFacts): Verdict => {
  const { attempt, nodePool } = facts;
  const failure = callFailureOf(attempt);
  if (failure !== undefined) return no(failure.reason, failure.message);
  if (!isNodePoolApplied(facts))
    return no('Pending', `Generation ${nodePool.generation} has not been applied yet.`);
  return isNodePoolReady(facts) ? yes('Converged') : no('Progressing', 'The nodes are not there yet.');
};

const nodesReady = (facts: NodePoolFacts): Verdict => {
  const { observed, desired } = facts;
  if (observed === undefined) return unsure('NotReported');
  if (facts.wanted > desired)
    return unsure('NodesJoinByHand', 'Nodes of this platform join by hand; they are not counted.');
  const message = `${observed.replicas} of ${desired} nodes are ready.`;
  if (observed.replicas >= desired) return yes('AllNodesReady', message);
  const machines = conditionOf(observed.conditions, 'AllMachinesReady');
  return machines?.status === 'False'
    ? no(machines.reason ?? 'NodesNotReady', machines.message ?? message)
    : no('NodesNotReady', message);
};

const updating = ({ observed }: NodePoolFacts): Verdict => {
  const conditions = observed?.conditions;
  const isRolling = ['UpdatingVersion', 'UpdatingConfig', 'UpdatingPlatformMachineTemplate'].find((type) =>
    isTrue(conditions, type),
  );
  return isRolling === undefined
    ? no('NoRollout')
    : yes(isRolling, conditionOf(conditions, isRolling)?.message ?? '');
};

const waiting = ({ attempt, observed }: NodePoolFacts): Omit<WaitingOn, 'since'> | undefined =>
  waitingOnCall(attempt) ?? judgeMachines(observed);

/** The status of a node pool, from what is known of it now. */
export const projectNodePoolStatus = (facts: NodePoolFacts): NodePoolStatus => {
  const { nodePool, observed, now } = facts;
  const previous = nodePool.status;
  const seen = isNodePoolReady(facts) ? nodePool.generation : previous.observedGeneration;
  const generation = Math.min(nodePool.generation, Math.max(previous.observedGeneration, seen));
  const waitingOn = sinceWhen(waiting(facts), previous.waitingOn, now);
  return {
    phase: judgePhase(facts),
    observedGeneration: generation,
    replicas: { desired: facts.wanted, ready: observed?.replicas ?? 0 },
    ...(observed?.version === undefined ? {} : { version: observed.version }),
    conditions: stampConditions(
      {
        Reconciled: reconciled(facts),
        NodesReady: nodesReady(facts),
        Updating: updating(facts),
        ManagementClusterReachable: facts.isClusterReachable ? yes('Reachable') : no('Unreachable'),
      },
      previous.conditions,
      generation,
      now,
    ),
    ...(waitingOn === undefined ? {} : { waitingOn }),
    nodePool: { conditions: observed?.conditions ?? [] },
  };
};

/** What a node pool says of itself at the moment of its creation. */
export const initialNodePoolStatus = (desired: number): NodePoolStatus => ({
  phase: 'queued',
  observedGeneration: 0,
  replicas: { desired, ready: 0 },
  conditions: [],
  nodePool: { conditions: [] },
});

/** Whether a stage of a node pool's operation is done. */
export const isNodePoolStageDone = (facts: NodePoolFacts, stage: string): boolean => {
  switch (stage) {
    case 'manifests':
      return isNodePoolApplied(facts);
    case 'nodes':
      return isNodePoolReady(facts);
    case 'nodePool':
      return facts.removed;
    default:
      return false;
  }
};
