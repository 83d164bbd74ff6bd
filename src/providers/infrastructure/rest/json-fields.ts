import { isJsonObject, type JsonObject } from '../../../domain/shared/json.ts';

/** Members of an answer that have the type that they should have; all else is as if it were not there. */

export const textOf = (object: JsonObject | undefined, member: string): string | undefined => {
  const value = object?.[member];
  return typeof value === 'string' ? value : undefined;
};

export const objectOf = (object: JsonObject | undefined, member: string): JsonObject | undefined => {
  const value = object?.[member];
  return isJsonObject(value) ? value : undefined;
};

export const objectsOf = (object: JsonObject | undefined, member: string): readonly JsonObject[] => {
  const value = object?.[member];
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
};

export const textsOf = (object: JsonObject | undefined, member: string): readonly string[] => {
  const value = object?.[member];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
};
