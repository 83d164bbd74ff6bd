import type { WaitingOn } from '../shared/status.ts';
import type { Operation, OperationError, OperationState } from './operation.ts';
import { advanceStages, percentOf } from './stages.ts';

/** What the present state of its target means for an open operation. */
export interface OperationFacts {
  readonly now: string;
  readonly isStageDone: (stage: string) => boolean;
  readonly waitingOn?: WaitingOn;
  /** The target has reached the generation of the operation. */
  readonly isConverged: boolean;
  /** Work on the target has begun. */
  readonly hasStarted: boolean;
}

const deadlineError = (operation: Operation, waitingOn: WaitingOn | undefined): OperationError => ({
  code: 'deadline-exceeded',
  detail: waitingOn
    ? `Not done by ${operation.deadlineAt}. It waits for ${waitingOn.party}: ${waitingOn.action}`
    : `Not done by ${operation.deadlineAt}.`,
  retryable: true,
  party: waitingOn?.party ?? 'platform',
});

const judgeState = (operation: Operation, facts: OperationFacts, allDone: boolean): OperationState => {
  if (allDone && facts.isConverged) return 'succeeded';
  if (
    Date.parse(facts.now) > Date.parse(operation.deadlineAt) &&
    operation.type.endsWith('delete') === false
  ) {
    return 'failed';
  }
  return facts.hasStarted ? 'running' : 'queued';
};

/**
 * Moves an open operation forward. A delete never fails by time: it ends when all is gone, or says what blocks it.
 * An operation that has ended is returned as it is.
 */
export const projectOperation = (operation: Operation, facts: OperationFacts): Operation => {
  if (operation.endedAt !== undefined) return operation;
  const stages = facts.hasStarted
    ? advanceStages(operation.stages, facts.isStageDone, facts.now)
    : operation.stages;
  const allDone = stages.every((stage) => stage.state === 'succeeded');
  const state = judgeState(operation, facts, allDone);
  const hasEnded = state === 'succeeded' || state === 'failed';
  const { waitingOn: _before, ...rest } = operation;
  return {
    ...rest,
    state,
    stages,
    percent: state === 'succeeded' ? 100 : Math.min(99, percentOf(operation.type, stages)),
    ...(facts.hasStarted ? { startedAt: operation.startedAt ?? facts.now } : {}),
    ...(hasEnded ? { endedAt: facts.now } : facts.waitingOn ? { waitingOn: facts.waitingOn } : {}),
    ...(state === 'failed' ? { error: deadlineError(operation, facts.waitingOn) } : {}),
  };
};
