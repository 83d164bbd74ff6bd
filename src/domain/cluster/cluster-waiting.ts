import { judgeMachines } from '../node-pool/machine-trouble.ts';
import { waitingOnCall } from '../shared/call-failure.ts';
import type { Party } from '../shared/error.ts';
import type { WaitingOn } from '../shared/status.ts';
import type { RemoteCondition } from './cluster.ts';
import { type ClusterFacts, isApplied } from './cluster-facts.ts';
import { waitingOnCloud } from './infrastructure-status.ts';
import { conditionOf, isFalse } from './observed-hosted-cluster.ts';
import { isPaused } from './pause.ts';

type Waiting = Omit<WaitingOn, 'since'>;

interface RemoteRule {
  readonly type: string;
  readonly party: Party;
  readonly action: string;
}

/** Conditions of a HostedCluster that mean that somebody has to do something, most telling first. */
const hostedClusterRules: readonly RemoteRule[] = [
  { type: 'ValidConfiguration', party: 'user', action: 'Change the spec as the message says.' },
  { type: 'ValidReleaseImage', party: 'fleetOperator', action: 'Check the release and the pull secret.' },
  {
    type: 'SupportedHostedCluster',
    party: 'fleetOperator',
    action: 'The management cluster cannot serve it.',
  },
  { type: 'ValidOIDCConfiguration', party: 'user', action: 'Restore the OIDC provider of the cluster.' },
  { type: 'ValidAWSIdentityProvider', party: 'user', action: 'Restore the OIDC provider and the roles.' },
  {
    type: 'PlatformCredentialsFound',
    party: 'user',
    action: 'Provide the credentials that the message names.',
  },
];

const matching = (
  conditions: readonly RemoteCondition[] | undefined,
  rules: readonly RemoteRule[],
): Waiting | undefined => {
  for (const { type, party, action } of rules) {
    const condition = conditionOf(conditions, type);
    if (condition?.status !== 'False') continue;
    return {
      party,
      reason: condition.reason ?? type,
      action: condition.message ? `${action} ${condition.message}` : action,
    };
  }
  return undefined;
};

const machinesOf = ({ pools }: ClusterFacts): Waiting | undefined => {
  for (const pool of pools) {
    const trouble = judgeMachines(pool.observed);
    if (trouble !== undefined) return trouble;
  }
  return undefined;
};

const unreachable = ({ managementCluster }: ClusterFacts): Waiting | undefined =>
  managementCluster?.reachable === false
    ? {
        party: 'fleetOperator',
        reason: 'ManagementClusterUnreachable',
        action: 'Bring the management cluster back, or correct its kubeconfig. Work resumes by itself.',
      }
    : undefined;

const paused = (facts: ClusterFacts): Waiting | undefined =>
  isFalse(facts.hostedCluster?.conditions, 'ReconciliationActive') && isPaused(facts.cluster.spec, facts.now)
    ? { party: 'user', reason: 'Paused', action: 'Take spec.paused and spec.pausedUntil away to go on.' }
    : undefined;

/** Somebody else set the field: Berth does not own it then, and leaves it until the deletion. */
const pausedByHand = (facts: ClusterFacts): Waiting | undefined =>
  facts.hostedCluster?.paused === true &&
  !isPaused(facts.cluster.spec, facts.now) &&
  facts.cluster.deletionRequestedAt === undefined &&
  isApplied(facts)
    ? {
        party: 'fleetOperator',
        reason: 'PausedByHand',
        action: 'Take spec.pausedUntil from the HostedCluster on the management cluster to go on.',
      }
    : undefined;

/** The operator holds an upgrade to the next minor back while the cluster itself says that it is not ready for it. */
const upgradeBlocked = ({ hostedCluster }: ClusterFacts): Waiting | undefined => {
  const progressing = conditionOf(hostedCluster?.conditions, 'Progressing');
  if (progressing?.status !== 'False' || progressing.reason !== 'Blocked') return undefined;
  if (!isFalse(hostedCluster?.conditions, 'ClusterVersionUpgradeable')) return undefined;
  const action = 'Make the cluster ready for the next minor version; the upgrade goes on by itself.';
  return {
    party: 'user',
    reason: 'UpgradeBlocked',
    action: progressing.message ? `${action} ${progressing.message}` : action,
  };
};

/** A deletion that has taken longer than it may, and the operator says what of the cloud is still there. */
const cloudRemains = ({ cluster, hostedCluster, stalledStage }: ClusterFacts): Waiting | undefined => {
  if (cluster.deletionRequestedAt === undefined || stalledStage === undefined) return undefined;
  const destroyed = conditionOf(hostedCluster?.conditions, 'CloudResourcesDestroyed');
  if (destroyed?.status !== 'False') return undefined;
  const action = 'Remove what is left in the account.';
  return {
    party: 'cloud',
    reason: destroyed.reason ?? 'CloudResourcesRemain',
    action: destroyed.message ? `${action} ${destroyed.message}` : action,
  };
};

const stalled = ({ stalledStage }: ClusterFacts): Waiting | undefined =>
  stalledStage === undefined
    ? undefined
    : {
        party: 'fleetOperator',
        reason: 'Stalled',
        action: `Look into the stage ${stalledStage.stage}: it has taken longer than it may.`,
      };

const held = ({ heldBy }: ClusterFacts): Waiting | undefined =>
  heldBy === undefined
    ? undefined
    : {
        party: 'fleetOperator',
        reason: 'ObjectsRemain',
        action: `Remove what keeps the deletion from ending. ${heldBy}`,
      };

/** Who must act before the cluster goes on; undefined when nothing is amiss or nobody needs to act. */
export const judgeWaiting = (facts: ClusterFacts): Waiting | undefined =>
  (facts.placement === undefined ? facts.unplaced?.waitingOn : undefined) ??
  unreachable(facts) ??
  waitingOnCloud(facts) ??
  waitingOnCall(facts.attempt) ??
  paused(facts) ??
  pausedByHand(facts) ??
  matching(facts.hostedCluster?.conditions, hostedClusterRules) ??
  upgradeBlocked(facts) ??
  machinesOf(facts) ??
  held(facts) ??
  cloudRemains(facts) ??
  stalled(facts);
