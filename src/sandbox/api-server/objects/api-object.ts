import { isJsonObject, type JsonObject, type JsonValue } from '../../../domain/shared/json.ts';

// Type aliases, not interfaces: an alias of plain JSON members is assignable to JsonObject.
export type OwnerReference = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
};

export type ManagedFieldsEntry = {
  readonly manager?: string;
  readonly operation?: string;
  readonly apiVersion?: string;
  readonly time?: string;
  readonly fieldsType?: string;
  readonly fieldsV1?: JsonObject;
  readonly subresource?: string;
};

export type ObjectMeta = {
  readonly name: string;
  readonly generateName?: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly OwnerReference[];
  readonly managedFields?: readonly ManagedFieldsEntry[];
};

/** Any object of the API as plain JSON. Objects are never changed in place. */
export type ApiObject = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly [key: string]: JsonValue | undefined;
};

export const withMetadata = (object: ApiObject, changes: Partial<ObjectMeta>): ApiObject => ({
  ...object,
  metadata: withoutUndefined({ ...object.metadata, ...changes }),
});

/** Drops members that are undefined, so that absent and undefined stay one thing. */
export const withoutUndefined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;

export const omit = (object: JsonObject, ...keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));

/** Own members only: a key such as `__proto__` or `constructor` from outside must not reach the prototype. */
export const memberOf = (object: JsonObject, key: string): JsonValue | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

export const objectAt = (value: JsonValue | undefined, ...path: readonly string[]): JsonObject => {
  const found = valueAt(value, ...path);
  return isJsonObject(found) ? found : {};
};

export const valueAt = (value: JsonValue | undefined, ...path: readonly string[]): JsonValue | undefined => {
  let current = value;
  for (const key of path) {
    if (!isJsonObject(current)) return undefined;
    current = memberOf(current, key);
  }
  return current;
};

export const textAt = (value: JsonValue | undefined, ...path: readonly string[]): string | undefined => {
  const found = valueAt(value, ...path);
  return typeof found === 'string' ? found : undefined;
};

/** A copy of `object` with the value at `path`; undefined removes it. */
export const setAt = (
  object: JsonObject,
  path: readonly string[],
  value: JsonValue | undefined,
): JsonObject => {
  const [head, ...rest] = path;
  if (head === undefined) return object;
  const child = rest.length === 0 ? value : setAt(objectAt(object, head), rest, value);
  const others = Object.entries(object).filter(([key]) => key !== head);
  return Object.fromEntries(child === undefined ? others : [...others, [head, child]]);
};
