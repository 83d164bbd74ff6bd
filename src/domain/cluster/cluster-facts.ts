import type { InfrastructureState } from '../infrastructure/infrastructure-state.ts';
import type { ObservedNodePool } from '../node-pool/observed-node-pool.ts';
import type { Applied, Attempt } from '../shared/reconcile.ts';
import type { WaitingOn } from '../shared/status.ts';
import type { Cluster, Placement } from './cluster.ts';
import { isTrue, type ObservedHostedCluster } from './observed-hosted-cluster.ts';

export interface PoolFacts {
  readonly id: string;
  readonly name: string;
  readonly generation: number;
  readonly desired: number;
  readonly deleting: boolean;
  readonly version: string;
  readonly applied?: Applied;
  readonly observed?: ObservedNodePool;
}

/** Everything that the status of a cluster is made from. Plain data, time included. */
export interface ClusterFacts {
  readonly now: string;
  readonly cluster: Cluster;
  readonly placement?: Placement;
  /** Why there is no placement, as the last try to place it said. */
  readonly unplaced?: {
    readonly reason: string;
    readonly message: string;
    readonly waitingOn: Omit<WaitingOn, 'since'>;
  };
  readonly applied?: Applied;
  readonly attempt: Attempt;
  readonly managementCluster?: { readonly reachable: boolean; readonly message: string };
  /** Undefined: never seen, or gone. */
  readonly hostedCluster?: ObservedHostedCluster;
  /** Steps of the deletion that are done. */
  readonly removed: { readonly hostedCluster: boolean; readonly namespace: boolean };
  /** What keeps an object from going, for longer than it should take. */
  readonly heldBy?: string;
  readonly pools: readonly PoolFacts[];
  readonly availableVersions: readonly string[];
  /** The open operation of the newest generation has run out of time. */
  readonly deadlinePassed: boolean;
  /** What Berth makes or sees in a cloud; absent when it reaches none for this cluster. */
  readonly infrastructure?: {
    readonly isManaged: boolean;
    readonly isKnown: boolean;
    readonly state?: InfrastructureState;
  };
  readonly stalledStage?: { readonly stage: string; readonly since: string };
}

export const desiredNodes = (facts: ClusterFacts): number =>
  facts.pools.filter((pool) => !pool.deleting).reduce((sum, pool) => sum + pool.desired, 0);

export const readyNodes = (facts: ClusterFacts): number =>
  facts.pools.reduce((sum, pool) => sum + (pool.observed?.replicas ?? 0), 0);

export const isApplied = (facts: ClusterFacts): boolean =>
  facts.applied !== undefined && facts.applied.generation >= facts.cluster.generation;

export const isControlPlaneAvailable = (facts: ClusterFacts): boolean =>
  isTrue(facts.hostedCluster?.conditions, 'Available') && facts.hostedCluster?.kubeconfigSecret !== undefined;

const isPoolReady = (pool: PoolFacts): boolean =>
  pool.applied !== undefined &&
  pool.applied.generation >= pool.generation &&
  pool.observed !== undefined &&
  pool.observed.replicas >= pool.desired &&
  (pool.desired === 0 || pool.observed.version === pool.version);

export const areNodesReady = (facts: ClusterFacts): boolean =>
  facts.pools.every((pool) => pool.deleting || isPoolReady(pool));

/** Without a node the operator never completes a rollout: then an available control plane is all there is to wait for. */
export const isReleaseComplete = (facts: ClusterFacts): boolean => {
  if (desiredNodes(facts) === 0) return isControlPlaneAvailable(facts);
  const rollout = facts.hostedCluster?.rollout;
  return rollout?.state === 'Completed' && rollout.version === facts.cluster.release.version;
};

export const isConverged = (facts: ClusterFacts): boolean =>
  isApplied(facts) && isControlPlaneAvailable(facts) && isReleaseComplete(facts) && areNodesReady(facts);
