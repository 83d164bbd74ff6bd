import type { FieldProblem } from '../../shared/problem.ts';

/** What is wrong with the value of a credential. Nothing of the value is repeated: it is a secret. */
export const badValue = (detail: string): FieldProblem => ({
  pointer: '/value',
  code: 'invalid-format',
  detail,
});
