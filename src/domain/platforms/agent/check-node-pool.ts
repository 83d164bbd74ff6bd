import type { FieldProblem } from '../../shared/problem.ts';
import { checkLabelMap } from '../label-checks.ts';
import type { NodePoolInput, SpecPath } from '../platform-rules.ts';
import { specRoot } from '../problems.ts';

export const checkAgentNodePool = (
  { nodePool }: NodePoolInput,
  at: SpecPath = specRoot,
): readonly FieldProblem[] =>
  checkLabelMap(nodePool.platform?.agentLabelSelector?.matchLabels, [
    ...at,
    'platform',
    'agentLabelSelector',
    'matchLabels',
  ]);
