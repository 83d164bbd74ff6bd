import { judgeMachines } from '../node-pool/machine-trouble.ts';
import { waitingOnCall } from '../shared/call-failure.ts';
import type { Party } from '../shared/error.ts';
import type { WaitingOn } from '../shared/status.ts';
import type { RemoteCondition } from './cluster.ts';
import type { ClusterFacts } from './cluster-facts.ts';
import { conditionOf, isFalse } from './observed-hosted-cluster.ts';

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
  isFalse(facts.hostedCluster?.conditions, 'ReconciliationActive') && facts.cluster.spec.paused === true
    ? { party: 'user', reason: 'Paused', action: 'Set spec.paused to false to go on.' }
    : undefined;

const stalled = ({ stalledStage }: ClusterFacts): Waiting | undefined =>
  stalledStage === undefined
    ? undefined
    : {
        party: 'fleetOperator',
        reason: 'Stalled',
        action: `Look into the stage ${stalledStage.stage}: it has taken longer than it may.`,
      };

/** Who must act before the cluster goes on; undefined when nothing is amiss or nobody needs to act. */
export const judgeWaiting = (facts: ClusterFacts): Waiting | undefined =>
  (facts.placement === undefined ? facts.unplaced?.waitingOn : undefined) ??
  unreachable(facts) ??
  waitingOnCall(facts.attempt) ??
  paused(facts) ??
  matching(facts.hostedCluster?.conditions, hostedClusterRules) ??
  machinesOf(facts) ??
  stalled(facts);
