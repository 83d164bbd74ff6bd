import type { HostedClusterStatus } from '../objects.ts';
import { findFirstRolloutStep } from './cluster-version-steps.ts';
import { findControlPlaneStep, findKubeadminStep } from './control-plane-steps.ts';
import { findIdentityStep, findQuorumLossStep, isQuorumLost } from './fault-steps.ts';
import type { ClusterStep, ClusterStepContext } from './step-context.ts';
import { findUpgradeStep } from './upgrade-steps.ts';

/** The one thing that a cluster is waiting for, in the order of importance. */
export const nextClusterStep = (
  status: HostedClusterStatus,
  context: ClusterStepContext,
): ClusterStep | undefined => {
  if (isQuorumLost(status, context)) return undefined;
  return (
    findIdentityStep(status, context) ??
    findControlPlaneStep(status, context) ??
    findKubeadminStep(status, context) ??
    findFirstRolloutStep(status, context) ??
    findUpgradeStep(status, context) ??
    findQuorumLossStep(status, context)
  );
};
