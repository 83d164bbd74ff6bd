import { conditionOf } from '../cluster/observed-hosted-cluster.ts';
import type { WaitingOn } from '../shared/status.ts';
import type { ObservedNodePool } from './observed-node-pool.ts';

interface Rule {
  readonly type: string;
  readonly action: string;
}

/** Conditions of a NodePool that the user can mend. */
const userRules: readonly Rule[] = [
  { type: 'ValidReleaseImage', action: 'Choose a release that the control plane admits.' },
  { type: 'ValidPlatformConfig', action: 'Change the platform settings of the node pool.' },
  { type: 'ValidMachineConfig', action: 'Change the configuration of the node pool.' },
  { type: 'ValidArchPlatform', action: 'Choose an architecture that the platform offers.' },
];

/** The operator's words while the control plane has yet to make its part of the configuration: nobody has to act. */
const isComing = /core ignition config has not been created yet/i;

/** Words with which clouds say that there is no more to be had. */
const quotaWords = /quota|limit ?exceeded|insufficient ?(instance)?capacity|out of capacity/i;

/** Who has to act before the machines of a pool come; undefined when nothing is amiss. */
export const judgeMachines = (
  observed: ObservedNodePool | undefined,
): Omit<WaitingOn, 'since'> | undefined => {
  for (const { type, action } of userRules) {
    const condition = conditionOf(observed?.conditions, type);
    if (condition?.status !== 'False' || isComing.test(condition.message ?? '')) continue;
    const words = condition.message ? `${action} ${condition.message}` : action;
    return { party: 'user', reason: condition.reason ?? type, action: words };
  }
  const machines = conditionOf(observed?.conditions, 'AllMachinesReady');
  if (machines?.status !== 'False' || !quotaWords.test(machines.message ?? '')) return undefined;
  const action = `Raise the quota of the account or ask for fewer nodes. ${machines.message}`;
  return { party: 'cloud', reason: machines.reason ?? 'QuotaExceeded', action };
};
