import type { Operation } from '../../domain/operation/operation.ts';

/** An operation as the API shows it. */
export const presentOperation = (operation: Operation) => ({
  id: operation.id,
  tenantId: operation.tenantId,
  type: operation.type,
  target: {
    kind: operation.target.kind,
    id: operation.target.id,
    clusterId: operation.target.clusterId,
  },
  state: operation.state,
  generation: operation.generation,
  progress: { percent: operation.percent, stages: operation.stages },
  estimatedCompletionAt: operation.estimatedCompletionAt,
  deadlineAt: operation.deadlineAt,
  waitingOn: operation.waitingOn,
  error: operation.error,
  createdAt: operation.createdAt,
  startedAt: operation.startedAt,
  endedAt: operation.endedAt,
});
