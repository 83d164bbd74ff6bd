import type { JsonObject } from '../../../domain/shared/json.ts';
import { quoteGo } from '../../../kube-schema/go-print.ts';
import { equalJson } from '../../../kube-schema/json-equality.ts';
import { type ApiObject, objectAt } from '../objects/api-object.ts';
import type { FieldProblem } from '../objects/errors.ts';

/** What Kubernetes allows the contents of a Secret or ConfigMap to weigh. */
const maxBytes = 1024 * 1024;

const keyText =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";

const keyProblem = (key: string): string | undefined => {
  if (key.length > 253) return 'must be no more than 253 characters';
  if (!/^[-._a-zA-Z0-9]+$/.test(key)) return keyText;
  if (key === '.' || key === '..') return `must not be '${key}'`;
  return key.startsWith('..') ? "must not start with '..'" : undefined;
};

export const keyProblems = (object: ApiObject, field: string): readonly FieldProblem[] =>
  Object.keys(objectAt(object, field)).flatMap((key) => {
    const problem = keyProblem(key);
    return problem
      ? [
          {
            path: `${field}[${key}]`,
            reason: 'FieldValueInvalid',
            message: `Invalid value: ${quoteGo(key)}: ${problem}`,
          },
        ]
      : [];
  });

const bytesOf = (values: JsonObject, encoding: BufferEncoding): number =>
  Object.values(values).reduce<number>(
    (total, value) => total + Buffer.byteLength(typeof value === 'string' ? value : '', encoding),
    0,
  );

export const sizeProblems = (
  texts: JsonObject,
  binaries: JsonObject,
  field: string,
): readonly FieldProblem[] =>
  bytesOf(texts, 'utf8') + bytesOf(binaries, 'base64') > maxBytes
    ? [
        {
          path: field,
          reason: 'FieldValueTooLong',
          message: `Too long: may not be more than ${maxBytes} bytes`,
        },
      ]
    : [];

/** An object that was once marked immutable keeps its contents and its mark. */
export const immutabilityProblems = (
  object: ApiObject,
  previous: ApiObject | undefined,
  fields: readonly string[],
): readonly FieldProblem[] => {
  if (previous?.['immutable'] !== true) return [];
  return ['immutable', ...fields]
    .filter((field) => !equalJson(object[field], previous[field]))
    .map((field) => ({
      path: field,
      reason: 'FieldValueForbidden',
      message: 'Forbidden: field is immutable when `immutable` is set',
    }));
};
