import type { LeftBehind } from '../../domain/cluster/left-behind.ts';
import type {
  Operation,
  OperationError,
  OperationStage,
  OperationState,
  OperationType,
} from '../../domain/operation/operation.ts';
import type { WaitingOn } from '../../domain/shared/status.ts';

export interface OperationRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly type: OperationType;
  readonly target_kind: 'cluster' | 'nodePool';
  readonly target_id: string;
  readonly cluster_id: string;
  readonly state: OperationState;
  readonly generation: number;
  readonly percent: number;
  readonly stages: OperationStage[];
  readonly waiting_on: WaitingOn | null;
  readonly error: OperationError | null;
  readonly revision: number;
  readonly estimated_completion_at: string | null;
  readonly deadline_at: string;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly left_behind: readonly LeftBehind[] | null;
}

export const operationColumns = `tenant_id, id, type, target_kind, target_id, cluster_id, state, generation, percent,
  stages, waiting_on, error, revision, estimated_completion_at, deadline_at, created_at, started_at, ended_at, left_behind`;

export const toOperation = (row: OperationRow): Operation => ({
  tenantId: row.tenant_id,
  id: row.id,
  type: row.type,
  target: { kind: row.target_kind, id: row.target_id, clusterId: row.cluster_id },
  state: row.state,
  generation: row.generation,
  percent: row.percent,
  stages: row.stages,
  deadlineAt: row.deadline_at,
  createdAt: row.created_at,
  revision: row.revision,
  ...(row.estimated_completion_at === null ? {} : { estimatedCompletionAt: row.estimated_completion_at }),
  ...(row.waiting_on === null ? {} : { waitingOn: row.waiting_on }),
  ...(row.error === null ? {} : { error: row.error }),
  ...(row.started_at === null ? {} : { startedAt: row.started_at }),
  ...(row.ended_at === null ? {} : { endedAt: row.ended_at }),
  ...(row.left_behind === null ? {} : { leftBehind: row.left_behind }),
});
