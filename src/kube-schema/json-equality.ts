import { isJsonObject, type JsonObject, type JsonValue } from '../domain/shared/json.ts';

const presentKeys = (object: JsonObject): readonly string[] =>
  Object.keys(object).filter((key) => object[key] !== undefined);

const equalObjects = (left: JsonObject, right: JsonObject): boolean => {
  const keys = presentKeys(left);
  return (
    keys.length === presentKeys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && equalJson(left[key], right[key]))
  );
};

/** Deep equality of JSON. Members that are undefined count as absent. */
export const equalJson = (left: JsonValue | undefined, right: JsonValue | undefined): boolean => {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => equalJson(item, right[index]));
  }
  return isJsonObject(left) && isJsonObject(right) && equalObjects(left, right);
};
