import type { FieldValidation } from '../admission/decode-for-write.ts';
import { badRequest, invalid } from '../objects/errors.ts';
import { fieldNamesOf } from '../resources/resource-type.ts';
import { parseFieldSelector } from '../selectors/field-selector.ts';
import { parseLabelSelector, type Selector } from '../selectors/label-selector.ts';
import type { WriteOptions } from '../writes/write-context.ts';
import type { ResourceRequest } from './api-parts.ts';

export const isTrue = (value: string | null): boolean => value === 'true' || value === '1';

type OptionsKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions' | 'DeleteOptions';

/** The 422 that names an option of the request as if it were a field of an object. */
export const refuseOption = (kind: OptionsKind, path: string, reason: string, message: string) =>
  invalid({ group: 'meta.k8s.io', kind, name: '' }, [{ path, reason, message }]);

export const notSupported = (
  kind: OptionsKind,
  path: string,
  given: unknown,
  supported: readonly string[],
) => {
  const choices = supported.map((value) => JSON.stringify(value)).join(', ');
  const message = `Unsupported value: ${JSON.stringify(given)}: supported values: ${choices}`;
  return refuseOption(kind, path, 'FieldValueNotSupported', message);
};

export const dryRunOf = (kind: OptionsKind, values: readonly string[]): boolean => {
  if (values.some((value) => value !== 'All')) throw notSupported(kind, 'dryRun', values, ['All']);
  return values.length > 0;
};

const validationOf = (kind: OptionsKind, value: string | null): FieldValidation => {
  if (value === null || value === '') return 'Warn';
  if (value === 'Ignore' || value === 'Warn' || value === 'Strict') return value;
  throw notSupported(kind, 'fieldValidation', value, ['', 'Ignore', 'Strict', 'Warn']);
};

const maxManagerLength = 128;

const managerOf = (kind: OptionsKind, given: string | null, userAgent: string): string => {
  if (given === null || given === '') {
    return (userAgent.split('/')[0] ?? '').slice(0, maxManagerLength) || 'unknown';
  }
  if (given.length <= maxManagerLength) return given;
  const message = `Too long: may not be more than ${maxManagerLength} bytes`;
  throw refuseOption(kind, 'fieldManager', 'FieldValueTooLong', message);
};

const optionsKinds: Readonly<Record<string, OptionsKind>> = {
  POST: 'CreateOptions',
  PUT: 'UpdateOptions',
  PATCH: 'PatchOptions',
};

export const writeOptionsOf = ({ method, query, userAgent }: ResourceRequest): WriteOptions => {
  const kind = optionsKinds[method] ?? 'UpdateOptions';
  return {
    dryRun: dryRunOf(kind, query.getAll('dryRun')),
    manager: managerOf(kind, query.get('fieldManager'), userAgent),
    validation: validationOf(kind, query.get('fieldValidation')),
  };
};

export interface Selectors {
  readonly labels: Selector;
  readonly fields: Selector;
}

/** The selectors of a list or watch; a name in the path narrows it to that object. */
export const selectorsOf = ({ type, query, name }: ResourceRequest): Selectors => {
  const fields = parseFieldSelector(query.get('fieldSelector') ?? undefined, fieldNamesOf(type));
  const byName: Selector =
    name === undefined ? [] : [{ key: 'metadata.name', operator: 'in', values: [name] }];
  return {
    labels: parseLabelSelector(query.get('labelSelector') ?? undefined),
    fields: [...fields, ...byName],
  };
};

export const wholeNumberOf = (query: URLSearchParams, name: string): number | undefined => {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  if (!/^\d{1,15}$/.test(text)) throw badRequest(`invalid value for ${name}: ${JSON.stringify(text)}`);
  return Number(text);
};

/** Undefined when none is given. */
export const resourceVersionOf = (query: URLSearchParams): number | undefined => {
  const text = query.get('resourceVersion');
  if (text === null || text === '') return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw badRequest(
    `invalid resource version: resourceVersion: Invalid value: ${JSON.stringify(text)}: not a version`,
  );
};
