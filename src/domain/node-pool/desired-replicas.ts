import type { NodePoolSpec } from './node-pool-spec.ts';

/** Nodes that a pool shall have at least now: what the user said, or where the autoscaler begins. */
export const desiredReplicas = ({ replicas, autoscaling }: NodePoolSpec): number =>
  autoscaling?.min ?? replicas ?? 0;
