import type { PinnedRelease, RemoteCondition } from '../cluster/cluster.ts';
import type { Condition, WaitingOn } from '../shared/status.ts';
import type { NodePoolSpec } from './node-pool-spec.ts';

export const nodePoolPhases = ['queued', 'provisioning', 'ready', 'updating', 'deleting', 'failed'] as const;
export type NodePoolPhase = (typeof nodePoolPhases)[number];

/** What Berth says of a node pool. Written by the status projector only. */
export interface NodePoolStatus {
  readonly phase: NodePoolPhase;
  readonly observedGeneration: number;
  readonly replicas: { readonly desired: number; readonly ready: number };
  readonly version?: string;
  readonly conditions: readonly Condition[];
  readonly waitingOn?: WaitingOn;
  /** The operator's own conditions, verbatim. */
  readonly nodePool: { readonly conditions: readonly RemoteCondition[] };
}

export interface NodePool {
  readonly tenantId: string;
  readonly id: string;
  readonly clusterId: string;
  readonly projectId: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly generation: number;
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletionRequestedAt?: string;
  readonly spec: NodePoolSpec;
  readonly release: PinnedRelease;
  readonly status: NodePoolStatus;
  readonly operationId?: string;
}
