import {
  condition,
  dropConditions,
  findCondition,
  isTrue,
  restamp,
  type Stamp,
  setConditions,
} from '../conditions.ts';
import { type Decision, waitFor } from '../decision.ts';
import { finalizer, type HostedCluster, type NodePoolStatus } from '../objects.ts';
import { readPause } from '../pausing.ts';
import type { Release } from '../release.ts';
import { scriptOf, slownessOf } from '../scripts.ts';
import { advance, dueAfter } from '../steps.ts';
import { configConditions } from './config-conditions.ts';
import { decideRollout } from './decide-rollout.ts';
import { findMachineStep } from './machine-steps.ts';
import { hasMachines } from './nodes.ts';
import { planPoolIdentity } from './pool-identity.ts';
import { firstPoolConditions, laterPoolConditions, lookUpPoolRelease } from './pool-verdict.ts';
import { findStartStep } from './start-steps.ts';
import type { PoolStepFinder } from './step-context.ts';
import { findUpdateStep } from './update-steps.ts';
import { type NodePoolView, poolScriptOf, stampOf } from './view.ts';

type PoolDecision = Decision<NodePoolStatus>;

const removalSeconds = 30;

const decideDeletion = (view: NodePoolView): PoolDecision => {
  const { pool, waited } = view;
  const { finalizers = [], labels } = pool.metadata;
  // Only the pool's own label: a cluster that is blocked has lost its pools before.
  if (!finalizers.includes(finalizer) || scriptOf(labels) === 'deletion-blocked') return {};
  const due = dueAfter(waited, 'removal', removalSeconds * slownessOf(poolScriptOf(view)));
  return due
    ? waitFor(due)
    : { metadata: { metadata: { finalizers: finalizers.filter((each) => each !== finalizer) } } };
};

const nextPoolStep: PoolStepFinder = (status, context) =>
  findStartStep(status, context) ??
  (hasMachines(context.pool) ? findMachineStep(status, context) : undefined) ??
  findUpdateStep(status, context);

const decideMachines = (
  view: NodePoolView,
  cluster: HostedCluster,
  release: Release,
  judged: NodePoolStatus,
  stamp: Stamp,
): PoolDecision => {
  const status: NodePoolStatus = {
    ...judged,
    conditions: setConditions(judged.conditions, configConditions(view, judged), stamp),
  };
  if (view.configProblem !== undefined && findCondition(status.conditions, 'ValidMachineConfig')) {
    return { status, wait: { kind: 'poll', expected: false } };
  }
  const script = poolScriptOf(view);
  const context = { pool: view.pool, cluster, release, stamp, script };
  const result = advance(status, view.waited, (now) => {
    const step = nextPoolStep(now, context);
    return step && { ...step, takes: step.takes * slownessOf(script) };
  });
  if (result.taken.length === 0 && result.due === undefined && hasMachines(view.pool)) {
    const isSettled = isTrue(status.conditions, 'Ready') && status.version === release.text;
    const rollout = isSettled ? decideRollout(view, cluster, status, stamp) : undefined;
    if (rollout) return rollout;
  }
  return {
    status: result.status,
    taken: result.taken,
    // At rest after a step: a change of configuration may be next.
    ...(result.due === undefined && result.taken.length > 0 && { wait: { kind: 'again' } }),
    ...waitFor(result.due),
  };
};

/** One look of the operator at a NodePool, in upstream's order (CONTRACT §18, "A good NP"). */
export const decideNodePool = (view: NodePoolView): PoolDecision => {
  const { pool, cluster } = view;
  if (pool.metadata.deletionTimestamp !== undefined) return decideDeletion(view);
  // A pool of an unknown cluster gets no condition and no finalizer.
  if (!cluster || cluster.metadata.deletionTimestamp !== undefined) return {};
  const identity = planPoolIdentity(pool, cluster);
  if (identity) return { metadata: identity, wait: { kind: 'again' } };

  const stamp = stampOf(view);
  const present = restamp(pool.status?.conditions ?? [], stamp);
  const release = lookUpPoolRelease(view);
  const first = firstPoolConditions(view, cluster, release);
  const conditions = setConditions(present, first.conditions, stamp);
  if (first.stops || !release) return { status: { ...pool.status, conditions } };

  const answers = cluster.status?.ignitionEndpoint !== undefined && cluster.status.kubeconfig !== undefined;
  if (!answers) {
    const words = 'Waiting for ignition endpoint to be available';
    const waiting = condition('IgnitionEndpointAvailable', 'False', 'IgnitionEndpointMissing', words);
    return { status: { ...pool.status, conditions: setConditions(conditions, [waiting], stamp) } };
  }
  const later = laterPoolConditions(view, cluster, release);
  const wasWaiting = findCondition(present, 'ReconciliationActive') === undefined;
  const judged: NodePoolStatus = {
    ...pool.status,
    conditions: setConditions(
      dropConditions(conditions, ['IgnitionEndpointAvailable']),
      later.conditions,
      stamp,
    ),
  };
  const pause = readPause(pool.spec.pausedUntil, view.now);
  if (pause.paused) {
    return { status: judged, ...(pause.until && { wait: { kind: 'moment', at: pause.until } }) };
  }
  if (wasWaiting && !later.stops) return { status: judged, wait: { kind: 'again' } };
  const isClusterPaused = readPause(cluster.spec.pausedUntil, view.now).paused;
  return later.stops || isClusterPaused
    ? { status: judged }
    : decideMachines(view, cluster, release, judged, stamp);
};
