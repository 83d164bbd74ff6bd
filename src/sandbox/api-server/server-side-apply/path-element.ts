import { isJsonObject, type JsonObject, type JsonValue } from '../../../domain/shared/json.ts';
import type { ListField } from '../fields/field-type.ts';
import { memberOf } from '../objects/api-object.ts';

export const fieldElement = (name: string): string => `f:${name}`;

const encodeSorted = (value: JsonValue): string => {
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${encodeSorted(value[key] ?? null)}`);
  return `{${members.join(',')}}`;
};

/** Undefined when the item lacks a key, which makes the list invalid. */
const keyElement = (type: ListField, item: JsonValue): string | undefined => {
  if (!isJsonObject(item)) return undefined;
  const parts: Record<string, JsonValue> = {};
  for (const key of type.keys) {
    const value = memberOf(item, key) ?? type.keyDefaults?.get(key);
    if (value !== undefined) parts[key] = value;
  }
  return Object.keys(parts).length === 0 ? undefined : `k:${encodeSorted(parts)}`;
};

/** The path element of an item of a set or map list. */
export const itemElement = (type: ListField, item: JsonValue): string | undefined =>
  type.relation === 'map' ? keyElement(type, item) : `v:${encodeSorted(item)}`;

/** The items of a set or map list by path element, in order; of equal elements the first stays. */
export const itemsByElement = (type: ListField, items: readonly JsonValue[]): Map<string, JsonValue> => {
  const found = new Map<string, JsonValue>();
  items.forEach((item, index) => {
    const element = itemElement(type, item) ?? `i:${index}`;
    if (!found.has(element)) found.set(element, item);
  });
  return found;
};

const printKeys = (keys: JsonObject): string =>
  Object.entries(keys)
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .join(',');

const printElement = (element: string): string => {
  const text = element.slice(2);
  if (element.startsWith('f:')) return `.${text}`;
  if (element.startsWith('k:')) return `[${printKeys(JSON.parse(text) as JsonObject)}]`;
  return element.startsWith('v:') ? `[=${text}]` : `[${text}]`;
};

/** A path as Kubernetes prints it: `.spec.ports[port=80,protocol="TCP"].name`. */
export const printFieldPath = (path: readonly string[]): string => path.map(printElement).join('');
