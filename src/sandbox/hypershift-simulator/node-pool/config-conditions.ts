import { condition, findCondition, type NewCondition } from '../conditions.ts';
import type { NodePoolStatus } from '../objects.ts';
import type { NodePoolView } from './view.ts';

/** What stands behind `config` and `tuningConfig`, once it is looked at. */
export const configConditions = (
  { configProblem, tuningProblem }: NodePoolView,
  status: NodePoolStatus,
): readonly NewCondition[] => {
  const isStarted = findCondition(status.conditions, 'ValidGeneratedPayload') !== undefined;
  const judge = (type: string, problem: string | undefined) =>
    problem === undefined
      ? condition(type, 'True', 'AsExpected')
      : condition(type, 'False', 'ValidationFailed', problem);
  if (isStarted)
    return [judge('ValidMachineConfig', configProblem), judge('ValidTuningConfig', tuningProblem)];
  // Looked at only once the core ignition configs are there.
  const isLooking = findCondition(status.conditions, 'ValidMachineConfig') !== undefined;
  return isLooking && configProblem !== undefined ? [judge('ValidMachineConfig', configProblem)] : [];
};
