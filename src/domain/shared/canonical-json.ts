import type { JsonValue } from './json.ts';

/**
 * JSON text with one form for one value: no white space, members by the UTF-16 units of their names, numbers as ECMAScript writes
 * them (RFC 8785). Members without a value are left out.
 */
export const canonicalJson = (value: JsonValue): string => {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item as JsonValue)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    // Plain comparison of strings is by UTF-16 units, as the RFC wants it.
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member as JsonValue)}`);
  return `{${members.join(',')}}`;
};
