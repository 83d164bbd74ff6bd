import { type NewCondition, type Stamp, setConditions } from '../conditions.ts';
import type { HostedCluster, HostedClusterStatus } from '../objects.ts';
import type { Release } from '../release.ts';
import type { Script } from '../scripts.ts';
import type { Step } from '../steps.ts';

export interface ClusterStepContext {
  readonly cluster: HostedCluster;
  readonly release: Release;
  readonly stamp: Stamp;
  /** Worker nodes that have joined. */
  readonly nodes: number;
  readonly script: Script | undefined;
}

export type ClusterStep = Step<HostedClusterStatus>;

/** Answers with the step that a status is waiting for, if it is one of this kind. */
export type ClusterStepFinder = (
  status: HostedClusterStatus,
  context: ClusterStepContext,
) => ClusterStep | undefined;

export const withConditions = (
  status: HostedClusterStatus,
  wanted: readonly NewCondition[],
  stamp: Stamp,
): HostedClusterStatus => ({ ...status, conditions: setConditions(status.conditions, wanted, stamp) });
