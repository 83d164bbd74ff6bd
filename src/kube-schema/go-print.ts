import type { JsonValue } from '../domain/shared/json.ts';
import { isJsonInteger } from './json-numbers.ts';

const namedEscapes: ReadonlyMap<number, string> = new Map([
  [0x07, '\\a'],
  [0x08, '\\b'],
  [0x0c, '\\f'],
  [0x0a, '\\n'],
  [0x0d, '\\r'],
  [0x09, '\\t'],
  [0x0b, '\\v'],
  [0x5c, '\\\\'],
  [0x22, '\\"'],
]);

const isPrintable = (character: string): boolean =>
  character === ' ' || /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u.test(character);

const escapeCharacter = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  const named = namedEscapes.get(code);
  if (named !== undefined) return named;
  if (isPrintable(character)) return character;
  if (code < 0x20 || code === 0x7f) return `\\x${code.toString(16).padStart(2, '0')}`;
  if (code < 0x10000) return `\\u${code.toString(16).padStart(4, '0')}`;
  return `\\U${code.toString(16).padStart(8, '0')}`;
};

/** Prints a string as Go's `%q` does. */
export const quoteGo = (text: string): string => `"${Array.from(text, escapeCharacter).join('')}"`;

/** Prints a floating point number as Go's `%g` and `%v` do: with exponent below 1e-4 and from 1e6 on. */
export const printGoFloat = (value: number): string => {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  if (value === 0 || (power >= -4 && power < 6)) return Object.is(value, -0) ? '-0' : String(value);
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
};

/** Prints a number of a JSON document: integers in full, others as `printGoFloat`. */
export const printGoNumber = (value: number): string =>
  isJsonInteger(value) ? BigInt(value).toString() : printGoFloat(value);

const htmlEscapes: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

const encodeString = (text: string): string =>
  JSON.stringify(text).replace(/[<>&\u2028\u2029]/g, (character) => htmlEscapes[character] ?? character);

/** Encodes JSON as Go's encoding/json does: object keys sorted, HTML characters escaped. */
export const encodeGoJson = (value: JsonValue | undefined): string => {
  if (value === undefined || value === null) return 'null';
  if (typeof value === 'string') return encodeString(value);
  if (typeof value === 'number') return isJsonInteger(value) ? printGoNumber(value) : String(value);
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `[${value.map(encodeGoJson).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, member]) => `${encodeString(key)}:${encodeGoJson(member)}`);
  return `{${members.join(',')}}`;
};
