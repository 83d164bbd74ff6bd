import type { JsonValue } from '../../domain/shared/json.ts';
import { equalJson } from '../json-equality.ts';
import { isJsonInteger } from '../json-numbers.ts';
import type { SchemaNode } from '../structural/schema-node.ts';
import { parseLooseDuration } from '../time/duration.ts';
import { parseDate, parseLooseTimestamp } from '../time/timestamp.ts';
import { CelDuration, CelError, CelObject, CelTimestamp, type CelValue } from './values.ts';

/** Data without a schema: rules can only compare it. */
class OpaqueJson extends CelObject {
  readonly typeName = 'unknown';
  readonly #json: JsonValue;

  constructor(json: JsonValue) {
    super();
    this.#json = json;
  }

  equalTo(other: CelValue): boolean {
    return other instanceof OpaqueJson && equalJson(this.#json, other.#json);
  }
}

const decodeBase64 = (text: string): Uint8Array | undefined => {
  if (!/^[A-Za-z0-9_-]*={0,2}$/.test(text) || text.length % 4 !== 0) return undefined;
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
};

const convertOr = <Parsed>(
  parsed: Parsed | undefined,
  wrap: (value: Parsed) => CelValue,
  problem: string,
): CelValue => {
  if (parsed === undefined) throw new CelError(problem);
  return wrap(parsed);
};

const textToCel = (text: string, format: string): CelValue => {
  switch (format) {
    case 'duration':
      return convertOr(
        parseLooseDuration(text),
        (nanoseconds) => new CelDuration(nanoseconds),
        `Invalid duration ${text}: unable to parse ${text} as duration`,
      );
    case 'date':
      return convertOr(
        parseDate(text),
        (nanoseconds) => new CelTimestamp(nanoseconds),
        `Invalid date formatted string ${text}`,
      );
    case 'date-time':
      return convertOr(
        parseLooseTimestamp(text),
        (nanoseconds) => new CelTimestamp(nanoseconds),
        `Invalid date-time formatted string ${text}`,
      );
    case 'byte':
      return convertOr(decodeBase64(text), (bytes) => bytes, `Invalid byte formatted string ${text}`);
    default:
      return text;
  }
};

export const wrongData = (expected: string): CelError => new CelError(`invalid data, expected ${expected}`);

/** What Go calls the type of a JSON value; these messages show it. */
const goTypeOf = (value: JsonValue): string => {
  if (Array.isArray(value)) return '[]interface {}';
  if (typeof value === 'object') return 'map[string]interface {}';
  if (typeof value === 'number') return isJsonInteger(value) ? 'int64' : 'float64';
  return typeof value === 'boolean' ? 'bool' : 'string';
};

const wrongType = (expected: string, value: JsonValue): CelError =>
  wrongData(`${expected}, got ${goTypeOf(value)}`);

/** Converts by the type and format that the schema names. */
export const scalarToCel = (value: JsonValue, node: SchemaNode): CelValue => {
  switch (node.type) {
    case 'string':
      if (typeof value === 'string') return textToCel(value, node.format);
      throw wrongType('string', value);
    case 'integer':
      if (isJsonInteger(value)) return BigInt(value);
      throw wrongType('int', value);
    case 'number':
      if (typeof value === 'number') return value;
      throw wrongType('float', value);
    case 'boolean':
      if (typeof value === 'boolean') return value;
      throw wrongType('bool', value);
    default:
      if (node.preserveUnknown) return new OpaqueJson(value);
      throw new CelError(`invalid type, got ${node.type}`);
  }
};

export const intOrStringToCel = (value: JsonValue): CelValue => {
  if (typeof value === 'string') return value;
  if (isJsonInteger(value)) return BigInt(value);
  throw wrongData('XIntOrString value to be either a string or integer');
};
