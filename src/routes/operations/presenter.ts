import type { Operation } from '../../domain/operation/operation.ts';
import { runningStage } from '../../domain/operation/stages.ts';

/** The stage that is under way, else the last one that was. */
const presentStage = ({ stages }: Operation): string =>
  (runningStage(stages) ?? stages.findLast((stage) => stage.state !== 'pending') ?? stages[0])?.name ??
  'none';

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
  progress: { percent: operation.percent, stage: presentStage(operation), stages: operation.stages },
  estimatedCompletionAt: operation.estimatedCompletionAt,
  deadlineAt: operation.deadlineAt,
  waitingOn: operation.waitingOn,
  error: operation.error,
  createdAt: operation.createdAt,
  startedAt: operation.startedAt,
  endedAt: operation.endedAt,
  leftBehind: operation.leftBehind,
});
