import { type FieldProblem, pointerOf } from '../shared/problem.ts';
import type { SpecPath } from './platform-rules.ts';

type Found = readonly (FieldProblem | undefined)[];

/** Where the spec of a request stands when nothing else is said. */
export const specRoot: SpecPath = ['spec'];

/** Drops the checks that found nothing. */
export const collect = (...found: readonly (FieldProblem | undefined | Found)[]): readonly FieldProblem[] =>
  found.flat().filter((problem) => problem !== undefined);

const problemAt = (path: SpecPath, code: string, detail: string): FieldProblem => ({
  pointer: pointerOf(...path),
  code,
  detail,
});

export const required = (path: SpecPath, detail: string): FieldProblem => problemAt(path, 'required', detail);

export const notAllowed = (path: SpecPath, detail: string): FieldProblem =>
  problemAt(path, 'not-allowed', detail);

export const outOfRange = (path: SpecPath, detail: string): FieldProblem =>
  problemAt(path, 'out-of-range', detail);

export const conflicting = (path: SpecPath, detail: string): FieldProblem =>
  problemAt(path, 'conflict', detail);

export const duplicate = (path: SpecPath, detail: string): FieldProblem =>
  problemAt(path, 'duplicate', detail);

export const invalidFormat = (path: SpecPath, detail: string): FieldProblem =>
  problemAt(path, 'invalid-format', detail);

export const unsupported = (path: SpecPath, detail: string, allowed: readonly string[]): FieldProblem => ({
  ...problemAt(path, 'unsupported-value', detail),
  allowed,
});

/** A list that is a set: of texts that are listed twice the later one. */
export const checkDistinct = (texts: readonly string[] | undefined, at: SpecPath): readonly FieldProblem[] =>
  (texts ?? []).flatMap((text, index, all) =>
    all.indexOf(text) < index ? [duplicate([...at, index], `${text} is listed before.`)] : [],
  );

/** A problem when a text is there and has another form. */
export const checkFormat = (
  text: string | undefined,
  pattern: RegExp,
  path: SpecPath,
  detail: string,
): FieldProblem | undefined =>
  text === undefined || pattern.test(text) ? undefined : invalidFormat(path, detail);
