import type { JsonValue } from '../../domain/shared/json.ts';
import { findFormat } from '../formats/formats.ts';
import { printGoNumber, quoteGo } from '../go-print.ts';
import { equalJson } from '../json-equality.ts';
import { isJsonInteger } from '../json-numbers.ts';
import type { Path } from '../path.ts';
import {
  type BadValue,
  reportInvalid,
  reportNotSupported,
  reportTooLong,
  reportTypeInvalid,
} from '../problem.ts';
import { type Finding, type Findings, found, nothingFound } from './findings.ts';
import type { SchemaNode, ValueLimits } from './schema-node.ts';

const kindOf = (value: JsonValue): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isJsonInteger(value)) return 'integer';
  return typeof value;
};

export const invalid = (path: Path, value: BadValue, text: string): Finding => ({
  text,
  problem: reportInvalid(path, value, text),
});

/** The schema validator shows the type it saw where other checks show the value. */
const wrongType = (path: Path, expected: string, seen: string): Findings => {
  const text = `${path.text} in body must be of type ${expected}: ${quoteGo(seen)}`;
  return found({ text, problem: reportTypeInvalid(path, seen, text) });
};

/** What a wrong type is called when the schema has a format: numbers go by theirs, others by none. */
const formatOf = (kind: string): string => {
  if (kind === 'integer') return 'int64';
  return kind === 'number' ? 'float64' : '';
};

export const checkType = (value: JsonValue, node: SchemaNode, path: Path): Findings => {
  const { types } = node;
  const format = findFormat(node.format) === undefined ? '' : node.format;
  if (value === null) {
    const refused = types.length > 0 && !node.nullable;
    return refused ? wrongType(path, types.join(','), 'null') : { list: [], matches: 1 };
  }
  if (types.length === 0 && format === '') return nothingFound;
  const kind = kindOf(value);
  const isNumeric = types.includes('number') || types.includes('integer');
  const fits = types.includes(kind) || (kind === 'integer' && types.includes('number'));
  const isTextual = kind === 'string' || kind === 'array';
  if (!isTextual && format !== '' && !fits) return wrongType(path, node.format, formatOf(kind));
  if (isTextual && format !== '' && !isNumeric) return { list: [], matches: 1 };
  return fits ? { list: [], matches: 1 } : wrongType(path, types.join(','), kind);
};

const countCharacters = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

const checkPattern = (value: string, limits: ValueLimits, path: Path): Findings => {
  if (limits.pattern === '') return nothingFound;
  const regex = limits.compiledPattern();
  if ('error' in regex) {
    const shown = `${limits.pattern}, but pattern is invalid: ${regex.error}`;
    return found(invalid(path, value, `${path.text} in body should match '${shown}'`));
  }
  if (regex.test(value)) return nothingFound;
  return found(invalid(path, value, `${path.text} in body should match '${limits.pattern}'`));
};

/** Only the first thing wrong with a string is told: a too long one never meets the pattern. */
export const checkString = (value: string, limits: ValueLimits, path: Path): Findings => {
  const { minLength, maxLength } = limits;
  const length = maxLength === undefined && minLength === undefined ? 0 : countCharacters(value);
  if (maxLength !== undefined && length > maxLength) {
    const text = `${path.text} in body should be at most ${maxLength} chars long`;
    return found({ text, problem: reportTooLong(path, maxLength) });
  }
  if (minLength !== undefined && length < minLength)
    return found(invalid(path, value, `${path.text} in body should be at least ${minLength} chars long`));
  return checkPattern(value, limits, path);
};

export const checkFormat = (value: string, format: string, path: Path): Findings => {
  const check = findFormat(format);
  return check === undefined || check(value) ? nothingFound : wrongType(path, format, value);
};

/** An integer is divided by an integer: Kubernetes cannot check it against a fraction, and refuses all. */
const checkMultiple = (value: number, factor: number, path: Path): readonly Finding[] => {
  const divisor = isJsonInteger(value) ? Math.trunc(factor) : factor;
  if (divisor <= 0) {
    const text = `factor MultipleOf declared for ${path.text} must be positive: ${printGoNumber(divisor)}`;
    return [invalid(path, divisor, text)];
  }
  const times = divisor < 1 ? (1 / divisor) * value : value / divisor;
  if (Math.abs(times - Math.round(times)) < 1e-9) return [];
  return [invalid(path, value, `${path.text} in body should be a multiple of ${printGoNumber(divisor)}`)];
};

export const checkNumber = (value: number, limits: ValueLimits, path: Path): Findings => {
  const list: Finding[] = [];
  const { multipleOf, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = limits;
  const report = (text: string): void => void list.push(invalid(path, value, `${path.text} in body ${text}`));
  // Bounds of integers lose their fraction, as in the Go validator.
  const bound = (limit: number): number => (isJsonInteger(value) ? Math.trunc(limit) : limit);
  if (multipleOf !== undefined) list.push(...checkMultiple(value, multipleOf, path));
  if (minimum !== undefined) {
    const low = bound(minimum);
    if (exclusiveMinimum && value <= low) report(`should be greater than ${printGoNumber(low)}`);
    if (!exclusiveMinimum && value < low) report(`should be greater than or equal to ${printGoNumber(low)}`);
  }
  if (maximum !== undefined) {
    const high = bound(maximum);
    if (exclusiveMaximum && value >= high) report(`should be less than ${printGoNumber(high)}`);
    if (!exclusiveMaximum && value > high) report(`should be less than or equal to ${printGoNumber(high)}`);
  }
  return { list, matches: 1 };
};

export const checkEnum = (value: JsonValue, limits: ValueLimits, path: Path): Findings => {
  const choices = limits.enum;
  if (choices.length === 0 || choices.some((choice) => equalJson(choice, value))) return nothingFound;
  const text = `${path.text} in body should be one of ${JSON.stringify(choices)}`;
  return found({ text, problem: reportNotSupported(path, value, choices) });
};
