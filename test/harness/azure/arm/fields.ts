import { isJsonObject, type JsonObject } from '../../../../src/domain/shared/json.ts';

export const objectIn = (object: JsonObject | undefined, member: string): JsonObject => {
  const value = object?.[member];
  return isJsonObject(value) ? value : {};
};

export const objectsIn = (object: JsonObject | undefined, member: string): readonly JsonObject[] => {
  const value = object?.[member];
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
};

export const textIn = (object: JsonObject | undefined, member: string): string | undefined => {
  const value = object?.[member];
  return typeof value === 'string' ? value : undefined;
};

export const propertiesIn = (object: JsonObject | undefined): JsonObject => objectIn(object, 'properties');

/** Every text anywhere in a value. */
export const textsWithin = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsWithin);
  return isJsonObject(value) ? Object.values(value).flatMap(textsWithin) : [];
};

/** `West Europe` and `westeurope` are one place. */
export const placeOf = (location: string | undefined): string =>
  (location ?? '').replaceAll(' ', '').toLowerCase();
