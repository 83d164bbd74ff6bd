import { BerthError } from '../domain/shared/error.ts';
import type { FieldProblem } from '../domain/shared/problem.ts';

/** Part of a request that a problem is about. */
export type RequestPart = 'body' | 'query' | 'path' | 'header';

/** A problem that need not be in the body: the pointer then starts with the name of the parameter. */
export interface RequestProblem extends FieldProblem {
  readonly in?: RequestPart;
}

export const malformedRequest = (detail: string, problems: readonly RequestProblem[] = []): BerthError =>
  new BerthError('malformed-request', detail, { problems });
