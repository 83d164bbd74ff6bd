import { type FieldProblem, pointerOf } from '../../../../domain/shared/problem.ts';

/** Below the block of Azure in the body of a create. */
export const at = (...parts: readonly (string | number)[]): string =>
  pointerOf('spec', 'platform', 'azure', ...parts);

export const inInfrastructure = (...parts: readonly (string | number)[]): string =>
  at('infrastructure', ...parts);

export const problem = (pointer: string, code: string, detail: string): FieldProblem => ({
  pointer,
  code,
  detail,
});

export const missing = (pointer: string, what: string): FieldProblem =>
  problem(pointer, 'not-found', `There is no ${what}, or the credential may not see it.`);
