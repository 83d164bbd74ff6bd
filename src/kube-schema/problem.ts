import type { JsonValue } from '../domain/shared/json.ts';
import { encodeGoJson, printGoNumber, quoteGo } from './go-print.ts';
import { type Path, printPath } from './path.ts';

type SchemaProblemReason =
  | 'FieldValueRequired'
  | 'FieldValueInvalid'
  | 'FieldValueForbidden'
  | 'FieldValueDuplicate'
  | 'FieldValueNotSupported'
  | 'FieldValueTypeInvalid'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany';

/**
 * One thing wrong with an object. `path` and `message` are what kube-apiserver 1.35 prints before and after the colon
 * (`spec.x: Invalid value: …`); `path` is `<nil>` where it prints that. `reason` is the cause type of its Status.
 */
export interface SchemaProblem {
  readonly path: string;
  /** JSON Pointer (RFC 6901) of the value; of the missing member for `FieldValueRequired`. */
  readonly pointer: string;
  readonly reason: SchemaProblemReason;
  readonly message: string;
  /** The values an enumeration allows, for `FieldValueNotSupported`. */
  readonly allowed?: readonly string[];
}

/** Marks a value that is too large or too private to be printed. */
export const omitted: unique symbol = Symbol('omitted');

export type BadValue = JsonValue | typeof omitted;

const printBadValue = (value: JsonValue): string => {
  if (typeof value === 'string') return quoteGo(value);
  if (typeof value === 'number') return printGoNumber(value);
  return encodeGoJson(value);
};

const describe = (title: string, value: BadValue, detail: string): string => {
  const head = value === omitted ? title : `${title}: ${printBadValue(value)}`;
  return detail === '' ? head : `${head}: ${detail}`;
};

const at = (path: Path, reason: SchemaProblemReason, message: string): SchemaProblem => ({
  path: printPath(path),
  pointer: path.pointer,
  reason,
  message,
});

export const reportInvalid = (path: Path, value: BadValue, detail: string): SchemaProblem =>
  at(path, 'FieldValueInvalid', describe('Invalid value', value, detail));

export const reportTypeInvalid = (path: Path, value: BadValue, detail: string): SchemaProblem =>
  at(path, 'FieldValueTypeInvalid', describe('Invalid value', value, detail));

export const reportRequired = (path: Path, detail = ''): SchemaProblem =>
  at(path, 'FieldValueRequired', describe('Required value', omitted, detail));

export const reportForbidden = (path: Path, detail: string): SchemaProblem =>
  at(path, 'FieldValueForbidden', describe('Forbidden', omitted, detail));

export const reportDuplicate = (path: Path, value: BadValue): SchemaProblem =>
  at(path, 'FieldValueDuplicate', describe('Duplicate value', value, ''));

export const reportTooLong = (path: Path, max: number): SchemaProblem =>
  at(path, 'FieldValueTooLong', `Too long: may not be more than ${max} ${max === 1 ? 'byte' : 'bytes'}`);

export const reportTooMany = (path: Path, actual: number, max: number): SchemaProblem =>
  at(
    path,
    'FieldValueTooMany',
    `Too many: ${actual}: must have at most ${max} ${max === 1 ? 'item' : 'items'}`,
  );

export const reportNotSupported = (
  path: Path,
  value: JsonValue,
  allowed: readonly JsonValue[],
): SchemaProblem => {
  const names = allowed.map((entry) => (typeof entry === 'string' ? entry : encodeGoJson(entry)));
  const detail = names.length === 0 ? '' : `supported values: ${names.map(quoteGo).join(', ')}`;
  return {
    ...at(path, 'FieldValueNotSupported', describe('Unsupported value', value, detail)),
    allowed: names,
  };
};
