import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';

/** Names that reach behind an object in careless code. They are never copied; requests that hold them are refused elsewhere. */
export const forbiddenKeys: readonly string[] = ['__proto__', 'constructor', 'prototype'];

const mergeObjects = (target: JsonObject, patch: JsonObject): JsonObject => {
  const merged = new Map<string, JsonValue | undefined>(Object.entries(target));
  for (const [key, value] of Object.entries(patch)) {
    if (forbiddenKeys.includes(key) || value === undefined) continue;
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(Object.hasOwn(target, key) ? target[key] : undefined, value));
  }
  return Object.fromEntries(merged);
};

/**
 * JSON Merge Patch (RFC 7396): objects are merged, null removes, anything else replaces. Neither argument is changed.
 */
export const mergePatch = (target: JsonValue | undefined, patch: JsonValue): JsonValue =>
  isJsonObject(patch) ? mergeObjects(isJsonObject(target) ? target : {}, patch) : patch;
