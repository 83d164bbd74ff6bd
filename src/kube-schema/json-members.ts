import { isJsonObject, type JsonObject, type JsonValue } from '../domain/shared/json.ts';

/** Own member of an object, never one of its prototype (`constructor`, `__proto__` …). */
export const getMember = (object: JsonObject, key: string): JsonValue | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

export const hasMember = (object: JsonObject, key: string): boolean => getMember(object, key) !== undefined;

export const listMembers = (object: JsonObject): readonly (readonly [string, JsonValue])[] => {
  const members: [string, JsonValue][] = [];
  for (const [key, value] of Object.entries(object)) if (value !== undefined) members.push([key, value]);
  return members;
};

export const readObject = (object: JsonObject, key: string): JsonObject | undefined => {
  const value = getMember(object, key);
  return isJsonObject(value) ? value : undefined;
};

export const readString = (object: JsonObject, key: string): string | undefined => {
  const value = getMember(object, key);
  return typeof value === 'string' ? value : undefined;
};

export const readNumber = (object: JsonObject, key: string): number | undefined => {
  const value = getMember(object, key);
  return typeof value === 'number' ? value : undefined;
};

export const readFlag = (object: JsonObject, key: string): boolean => getMember(object, key) === true;

export const readList = (object: JsonObject, key: string): readonly JsonValue[] => {
  const value = getMember(object, key);
  return Array.isArray(value) ? value : [];
};

export const readStrings = (object: JsonObject, key: string): readonly string[] =>
  readList(object, key).filter((item) => typeof item === 'string');

export const readObjects = (object: JsonObject, key: string): readonly JsonObject[] =>
  readList(object, key).filter(isJsonObject);
