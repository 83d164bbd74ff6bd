import { isJsonObject, type JsonObject, type JsonValue } from '../../../domain/shared/json.ts';
import { memberOf } from '../objects/api-object.ts';

const mergeObjects = (target: JsonObject, patch: JsonObject): JsonObject => {
  const members = new Map(Object.entries(target));
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined) continue;
    if (value === null) members.delete(key);
    else members.set(key, applyMergePatch(memberOf(target, key), value));
  }
  return Object.fromEntries(members);
};

/** JSON Merge Patch, RFC 7396. */
export const applyMergePatch = (target: JsonValue | undefined, patch: JsonValue): JsonValue =>
  isJsonObject(patch) ? mergeObjects(isJsonObject(target) ? target : {}, patch) : patch;
