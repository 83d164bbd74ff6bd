import type { NodePoolSpec } from '../node-pool/node-pool-spec.ts';
import type { PlatformType } from '../platforms/platform-specs.ts';
import { platformOf } from '../platforms/platforms.ts';
import type { QuotaDemand } from './quota.ts';

/** What a node pool counts for. Without `vcpu`: nobody knows how many its machines have. */
export interface NodePoolCharge {
  readonly nodes: number;
  readonly vcpu?: number;
}

/** What a pool may come to by what its spec says: all its replicas, or the most that the autoscaler may make. */
export const chargeOf = (platform: PlatformType, spec: NodePoolSpec): NodePoolCharge => {
  const nodes = spec.autoscaling?.max ?? spec.replicas ?? 0;
  const rules = platformOf(platform);
  const each = rules.vcpuOf?.(rules.nodePoolDefaults(spec));
  return each === undefined ? { nodes } : { nodes, vcpu: nodes * each };
};

/**
 * What a pool counts for now. What a smaller spec gives back is free only when the machines are gone: until the pool has
 * settled, the larger of both counts.
 */
export const settleCharge = (
  charged: NodePoolCharge,
  wanted: NodePoolCharge,
  isSettled: boolean,
): NodePoolCharge => {
  if (isSettled) return wanted;
  const nodes = Math.max(charged.nodes, wanted.nodes);
  return wanted.vcpu === undefined ? { nodes } : { nodes, vcpu: Math.max(charged.vcpu ?? 0, wanted.vcpu) };
};

/** What a new cluster with its node pools adds. */
export const demandOfCluster = (
  platform: PlatformType,
  pools: readonly NodePoolSpec[],
): Required<Pick<QuotaDemand, 'clusters' | 'nodePools' | 'nodes' | 'vcpu' | 'runningOperations'>> => {
  const charges = pools.map((pool) => chargeOf(platform, pool));
  return {
    clusters: 1,
    nodePools: charges.length,
    nodes: charges.reduce((sum, { nodes }) => sum + nodes, 0),
    vcpu: charges.reduce((sum, { vcpu = 0 }) => sum + vcpu, 0),
    runningOperations: 1,
  };
};
