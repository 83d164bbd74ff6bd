import { type NewCondition, type Stamp, setConditions } from '../conditions.ts';
import type { HostedCluster, NodePool, NodePoolStatus } from '../objects.ts';
import type { Release } from '../release.ts';
import type { Script } from '../scripts.ts';
import type { Step } from '../steps.ts';

export interface PoolStepContext {
  readonly pool: NodePool;
  readonly cluster: HostedCluster;
  readonly release: Release;
  readonly stamp: Stamp;
  readonly script: Script | undefined;
}

export type PoolStep = Step<NodePoolStatus>;
export type PoolStepFinder = (status: NodePoolStatus, context: PoolStepContext) => PoolStep | undefined;

export const withConditions = (
  status: NodePoolStatus,
  wanted: readonly NewCondition[],
  stamp: Stamp,
): NodePoolStatus => ({ ...status, conditions: setConditions(status.conditions, wanted, stamp) });
