import type { Operation, OperationType } from '../domain/operation/operation.ts';
import { initialStages, operationDeadlineSeconds } from '../domain/operation/stages.ts';
import { plusSeconds } from '../domain/shared/time.ts';

/** An operation at the moment of its acceptance, as it is stored beside the change. */
export const acceptedOperation = (change: {
  readonly tenantId: string;
  readonly id: string;
  readonly type: OperationType;
  readonly target: Operation['target'];
  readonly generation: number;
  /** Berth makes the infrastructure, or takes it away. */
  readonly hasInfrastructure?: boolean;
  readonly at: string;
}): Operation => ({
  tenantId: change.tenantId,
  id: change.id,
  type: change.type,
  target: change.target,
  state: 'queued',
  generation: change.generation,
  percent: 0,
  stages: initialStages(change.type, change.hasInfrastructure),
  deadlineAt: plusSeconds(change.at, operationDeadlineSeconds(change.type, change.hasInfrastructure)),
  createdAt: change.at,
  revision: 1,
});
