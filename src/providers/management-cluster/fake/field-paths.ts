import { isJsonObject, type JsonObject, type JsonValue } from '../../../domain/shared/json.ts';

/**
 * Leaves of an object, as field ownership counts them: lists and empty objects are one leaf each (the real server knows
 * from the schema which lists are maps; ours are replaced whole). A path is a JSON array of keys, as text.
 */
export type FieldPath = string;

type MutableObject = Record<string, JsonValue | undefined>;

const isBranch = (value: JsonValue | undefined): value is JsonObject =>
  isJsonObject(value) && Object.keys(value).length > 0;

const stepsOf = (path: FieldPath): readonly string[] => JSON.parse(path) as string[];

/** Finalizers are a set: everybody owns their own. */
const isSet = (key: string, value: JsonValue | undefined): value is readonly string[] =>
  key === 'finalizers' && Array.isArray(value);

const stepInto = (value: JsonValue | undefined, step: string): JsonValue | undefined => {
  if (Array.isArray(value)) return value.includes(step) ? step : undefined;
  return isJsonObject(value) ? value[step] : undefined;
};

/** Who the object is, and what only the server writes, belongs to nobody. */
const UNOWNED = new Set(
  [
    ['apiVersion'],
    ['kind'],
    ...[
      'name',
      'namespace',
      'uid',
      'resourceVersion',
      'generation',
      'creationTimestamp',
      'deletionTimestamp',
    ].map((field) => ['metadata', field]),
  ].map((steps) => JSON.stringify(steps)),
);

export const leavesOf = (object: JsonObject): ReadonlySet<FieldPath> => {
  const leaves = new Set<FieldPath>();
  const visit = (value: JsonObject, steps: readonly string[]) => {
    for (const [key, child] of Object.entries(value)) {
      if (child === undefined) continue;
      const path = [...steps, key];
      if (isBranch(child)) visit(child, path);
      else if (isSet(key, child)) for (const item of child) leaves.add(JSON.stringify([...path, item]));
      else leaves.add(JSON.stringify(path));
    }
  };
  visit(object, []);
  return leaves.difference(UNOWNED);
};

export const valueAt = (object: JsonObject, path: FieldPath): JsonValue | undefined =>
  stepsOf(path).reduce<JsonValue | undefined>(stepInto, object);

/** Takes the leaf away, and the branches that only held it. Changes the object. */
export const removeLeaf = (object: MutableObject, path: FieldPath): void => {
  const remove = (branch: MutableObject, [step = '', ...rest]: readonly string[]): void => {
    if (rest.length === 0) {
      delete branch[step];
      return;
    }
    const child = branch[step];
    if (isSet(step, child)) branch[step] = child.filter((item) => item !== rest[0]);
    if (!isJsonObject(child)) return;
    remove(child as MutableObject, rest);
    if (Object.keys(child).length === 0) delete branch[step];
  };
  remove(object, stepsOf(path));
};

/** Lays one object over another; lists are replaced, sets united. Changes the first. */
export const overlay = (target: MutableObject, layer: JsonObject): void => {
  for (const [key, value] of Object.entries(layer)) {
    if (value === undefined) continue;
    const current = target[key];
    if (isJsonObject(current) && isJsonObject(value)) overlay(current as MutableObject, value);
    else if (isSet(key, current) && isSet(key, value)) target[key] = [...new Set([...current, ...value])];
    else target[key] = structuredClone(value) as JsonValue;
  }
};

/** RFC 7396: null removes, objects merge, all else replaces. */
export const mergePatchOf = (target: JsonValue | undefined, patch: JsonValue): JsonValue => {
  if (!isJsonObject(patch)) return patch;
  const result: MutableObject = isJsonObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null || value === undefined) delete result[key];
    else result[key] = mergePatchOf(result[key], value);
  }
  return result as JsonObject;
};
