import type { FieldProblem } from './problem.ts';

const sameProblem = (left: FieldProblem, right: FieldProblem): boolean =>
  left.pointer === right.pointer && left.code === right.code && left.detail === right.detail;

/** The problems that were not there before. */
export const introducedProblems = (
  before: readonly FieldProblem[],
  after: readonly FieldProblem[],
): readonly FieldProblem[] => after.filter((problem) => !before.some((old) => sameProblem(old, problem)));
