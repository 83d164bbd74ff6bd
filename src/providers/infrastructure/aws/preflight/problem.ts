import { type FieldProblem, pointerOf } from '../../../../domain/shared/problem.ts';

type Path = readonly (string | number)[];

/** Path below the block of AWS in the body of a create. */
export const inAws = (...path: Path): Path => ['spec', 'platform', 'aws', ...path];

export const inInfrastructure = (...path: Path): Path => inAws('infrastructure', ...path);

export const problem = (path: Path, code: string, detail: string): FieldProblem => ({
  pointer: pointerOf(...path),
  code,
  detail,
});

/** Not one of those that there are. */
export const unknownValue = (path: Path, detail: string, allowed: readonly string[]): FieldProblem => ({
  ...problem(path, 'unsupported-value', detail),
  allowed,
});
