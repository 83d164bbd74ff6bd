import { isLabelKey, isLabelValue } from '../../shared/names.ts';
import type { FieldProblem } from '../../shared/problem.ts';
import { checkLabelMap } from '../label-checks.ts';
import type { NodePoolInput, SpecPath } from '../platform-rules.ts';
import { collect, conflicting, invalidFormat, required, specRoot } from '../problems.ts';
import type { AgentNodePool } from './agent-spec.ts';

type Requirement = NonNullable<NonNullable<AgentNodePool['agentLabelSelector']>['matchExpressions']>[number];

/** The machine controller refuses a bad selector only when it looks for Agents, and takes none for ever. */
const checkRequirement = (
  { key, operator, values = [] }: Requirement,
  at: SpecPath,
): readonly FieldProblem[] => {
  const isOneOf = operator === 'In' || operator === 'NotIn';
  return collect(
    isLabelKey(key) ? undefined : invalidFormat([...at, 'key'], 'A label key is [PREFIX/]NAME.'),
    isOneOf && values.length === 0
      ? required([...at, 'values'], `Operator ${operator} needs at least one value.`)
      : undefined,
    !isOneOf && values.length > 0
      ? conflicting([...at, 'values'], `Operator ${operator} takes no values.`)
      : undefined,
    values.map((value, index) =>
      isLabelValue(value)
        ? undefined
        : invalidFormat([...at, 'values', index], 'A label value has at most 63 of A-Z a-z 0-9 - _ .'),
    ),
  );
};

export const checkAgentNodePool = (
  { nodePool }: NodePoolInput,
  at: SpecPath = specRoot,
): readonly FieldProblem[] => {
  const { matchLabels, matchExpressions = [] } = nodePool.platform?.agentLabelSelector ?? {};
  const path = [...at, 'platform', 'agentLabelSelector'];
  return collect(
    checkLabelMap(matchLabels, [...path, 'matchLabels']),
    matchExpressions.flatMap((requirement, index) =>
      checkRequirement(requirement, [...path, 'matchExpressions', index]),
    ),
  );
};
