import { condition, findCondition, isTrue, restamp, type Stamp, setConditions } from '../conditions.ts';
import { type Action, type Decision, waitFor } from '../decision.ts';
import { nodesOf } from '../node-pool/nodes.ts';
import { controlPlaneNamespaceOf, type HostedCluster, type HostedClusterStatus } from '../objects.ts';
import type { Release } from '../release.ts';
import { scriptOf, slownessOf } from '../scripts.ts';
import { advance } from '../steps.ts';
import { decideClusterDeletion } from './decide-cluster-deletion.ts';
import { firstConditions, waitingForAvailable } from './first-conditions.ts';
import { planIdentity } from './identity.ts';
import { judgedConditions, reconciled } from './judged-conditions.ts';
import { nextClusterStep } from './next-cluster-step.ts';
import { blockerOf, judgeHostedCluster, type Verdict } from './verdict.ts';
import { firstVersion } from './version-history.ts';
import { type HostedClusterView, stampOf } from './view.ts';

type ClusterDecision = Decision<HostedClusterStatus>;

const judge = (cluster: HostedCluster, verdict: Verdict, stamp: Stamp): HostedClusterStatus => {
  const present = restamp(cluster.status?.conditions ?? [], stamp);
  const blocker = blockerOf(verdict);
  // While something is in the way of the creation, Available repeats it.
  const waits = findCondition(present, 'Available')?.reason === 'WaitingForAvailable';
  const wanted = [...judgedConditions(cluster, verdict), ...(waits ? [waitingForAvailable(blocker)] : [])];
  return { ...cluster.status, conditions: setConditions(present, wanted, stamp) };
};

/** The first write stands alone: clients see a cluster that was admitted and not begun. */
const decideFirstWrite = (view: HostedClusterView, verdict: Verdict, stamp: Stamp): ClusterDecision => {
  const seeded: HostedClusterStatus = {
    ...view.cluster.status,
    conditions: setConditions([], firstConditions(view.cluster), stamp),
    version: firstVersion(view.cluster.spec.release.image, stamp.at),
  };
  const wanted = judgedConditions({ ...view.cluster, status: {} }, verdict);
  const conditions = setConditions(seeded.conditions, wanted, stamp);
  if (!verdict.silent) return { status: { ...seeded, conditions }, wait: { kind: 'again' } };
  return { status: { ...seeded, conditions: setConditions(conditions, [reconciled(undefined)], stamp) } };
};

const withReconciled = (
  status: HostedClusterStatus,
  error: string | undefined,
  stamp: Stamp,
): HostedClusterStatus => ({
  ...status,
  conditions: setConditions(status.conditions, [reconciled(error)], stamp),
});

const secretActions = (cluster: HostedCluster, status: HostedClusterStatus): readonly Action[] => {
  const dropped = status.kubeadminPassword ? undefined : cluster.status?.kubeadminPassword;
  return [
    ...(status.kubeconfig ? [{ kind: 'ensureKubeconfig' as const, cluster }] : []),
    ...(status.kubeadminPassword ? [{ kind: 'ensureKubeadminPassword' as const, cluster }] : []),
    ...(dropped ? [{ kind: 'removeSecret' as const, cluster, name: dropped.name }] : []),
  ];
};

const decideProgress = (
  view: HostedClusterView,
  release: Release,
  judged: HostedClusterStatus,
  stamp: Stamp,
): ClusterDecision => {
  const { cluster, pools } = view;
  const script = scriptOf(cluster.metadata.labels);
  const isNew = !isTrue(judged.conditions, 'PlatformCredentialsFound');
  const founded: HostedClusterStatus = {
    ...judged,
    conditions: setConditions(
      judged.conditions,
      [
        condition(
          'PlatformCredentialsFound',
          'True',
          'AsExpected',
          'Required platform credentials are found',
        ),
        reconciled(undefined),
      ],
      stamp,
    ),
  };
  const nodes = pools.reduce((sum, pool) => sum + nodesOf(pool), 0);
  const context = { cluster, release, stamp, nodes, script };
  // The credentials condition is a write of its own.
  const waited = isNew ? { step: undefined, seconds: 0 } : view.waited;
  const { status, due, taken } = advance(founded, waited, (now) => {
    const step = nextClusterStep(now, context);
    return step && { ...step, takes: step.takes * slownessOf(script) };
  });
  return {
    actions: [
      ...(isNew
        ? [
            { kind: 'ensureNamespace' as const, name: controlPlaneNamespaceOf(cluster), owner: cluster },
            { kind: 'adoptSecrets' as const, cluster, infraId: cluster.spec.infraID ?? '' },
          ]
        : []),
      ...secretActions(cluster, status),
    ],
    status,
    taken,
    ...waitFor(due),
  };
};

/** One look of the operator at a HostedCluster: what it would write and do, in its order (CONTRACT §13.1, §18). */
export const decideHostedCluster = (view: HostedClusterView): ClusterDecision => {
  const { cluster } = view;
  if (cluster.metadata.deletionTimestamp !== undefined) return decideClusterDeletion(view);
  const stamp = stampOf(view);
  const verdict = judgeHostedCluster(view);
  if (!cluster.status?.conditions?.length) return decideFirstWrite(view, verdict, stamp);

  const judged = judge(cluster, verdict, stamp);
  if (verdict.silent) return { status: judged };
  const { paused, until } = verdict.pause;
  const identity = planIdentity(cluster, paused);
  if (identity) return { metadata: identity, wait: { kind: 'again' } };
  if (paused) {
    return {
      status: withReconciled(judged, undefined, stamp),
      ...(until !== undefined && { wait: { kind: 'moment', at: until } }),
    };
  }
  const poll: Pick<ClusterDecision, 'wait'> =
    view.referenceProblems.length > 0 ? { wait: { kind: 'poll', expected: false } } : {};
  if (blockerOf(verdict) !== undefined || verdict.release === undefined) {
    return { status: withReconciled(judged, verdict.reconcile, stamp), ...poll };
  }
  if (verdict.reconcile !== undefined) {
    const namespace = controlPlaneNamespaceOf(cluster);
    return {
      actions: [{ kind: 'ensureNamespace', name: namespace, owner: cluster }],
      status: withReconciled(judged, verdict.reconcile, stamp),
      ...poll,
    };
  }
  return decideProgress(view, verdict.release, judged, stamp);
};
