import type { LeftBehind } from '../cluster/left-behind.ts';
import type { Party } from '../shared/error.ts';
import type { WaitingOn } from '../shared/status.ts';

export const operationTypes = [
  'cluster.create',
  'cluster.update',
  'cluster.delete',
  'nodePool.create',
  'nodePool.update',
  'nodePool.delete',
] as const;
export type OperationType = (typeof operationTypes)[number];

export const operationStates = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export type OperationState = (typeof operationStates)[number];

export interface OperationStage {
  readonly name: string;
  readonly state: 'pending' | 'running' | 'succeeded' | 'failed';
  readonly startedAt?: string;
  readonly endedAt?: string;
  readonly message?: string;
}

/** Why an operation did not end well. */
export interface OperationError {
  readonly code: string;
  readonly detail: string;
  readonly retryable: boolean;
  readonly party: Party;
}

/** One change that a user asked for, from acceptance to its end. */
export interface Operation {
  readonly tenantId: string;
  readonly id: string;
  readonly type: OperationType;
  readonly target: { readonly kind: 'cluster' | 'nodePool'; readonly id: string; readonly clusterId: string };
  readonly state: OperationState;
  /** The generation of the target that this operation brings about. */
  readonly generation: number;
  readonly percent: number;
  readonly stages: readonly OperationStage[];
  readonly estimatedCompletionAt?: string;
  readonly deadlineAt: string;
  readonly waitingOn?: WaitingOn;
  readonly error?: OperationError;
  readonly createdAt: string;
  readonly startedAt?: string;
  readonly endedAt?: string;
  /** What a forced deletion could not take away. */
  readonly leftBehind?: readonly LeftBehind[];
  readonly revision: number;
}
