import type { FieldValidation } from '../admission/decode-for-write.ts';
import { badRequest, invalid } from '../objects/errors.ts';
import { fieldNamesOf } from '../resources/resource-type.ts';
import { parseFieldSelector } from '../selectors/field-selector.ts';
import { parseLabelSelector, type Selector } from '../selectors/label-selector.ts';
import type { WriteOptions } from '../writes/write-context.ts';
import type { ResourceRequest } from './api-parts.ts';

export const isTrue = (value: string | null): boolean => value === 'true' || value === '1';

const refuseOption = (options: string, path: string, message: string) =>
  invalid({ group: 'meta.k8s.io', kind: options, name: '' }, [
    { path, reason: 'FieldValueInvalid', message },
  ]);

export const dryRunOf = (values: readonly string[]): boolean => {
  const bad = values.find((value) => value !== 'All');
  if (bad !== undefined) {
    throw refuseOption(
      'Options',
      'dryRun',
      `Unsupported value: ${JSON.stringify(bad)}: supported values: "All"`,
    );
  }
  return values.length > 0;
};

const validationOf = (value: string | null): FieldValidation => {
  if (value === null || value === '') return 'Warn';
  if (value === 'Ignore' || value === 'Warn' || value === 'Strict') return value;
  throw refuseOption(
    'Options',
    'fieldValidation',
    `Unsupported value: ${JSON.stringify(value)}: supported values: "Ignore", "Strict", "Warn"`,
  );
};

const maxManagerLength = 128;

const managerOf = (given: string | null, userAgent: string): string => {
  if (given !== null && given !== '') {
    if (given.length > maxManagerLength) {
      throw refuseOption(
        'Options',
        'fieldManager',
        `Too long: may not be more than ${maxManagerLength} bytes`,
      );
    }
    return given;
  }
  return (userAgent.split('/')[0] ?? '').slice(0, maxManagerLength) || 'unknown';
};

export const writeOptionsOf = ({ query, userAgent }: ResourceRequest): WriteOptions => ({
  dryRun: dryRunOf(query.getAll('dryRun')),
  manager: managerOf(query.get('fieldManager'), userAgent),
  validation: validationOf(query.get('fieldValidation')),
});

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
  if (!/^\d{1,15}$/.test(text)) {
    throw badRequest(`resourceVersion: Invalid value: ${JSON.stringify(text)}: not a version`);
  }
  return Number(text);
};
