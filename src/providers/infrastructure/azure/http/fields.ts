import { isJsonObject, type JsonObject } from '../../../../domain/shared/json.ts';

/** Members of an answer that have the type that they should have; all else is as if it were not there. */

export const textOf = (object: JsonObject | undefined, member: string): string | undefined => {
  const value = object?.[member];
  return typeof value === 'string' ? value : undefined;
};

export const numberOf = (object: JsonObject | undefined, member: string): number | undefined => {
  const value = object?.[member];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
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

/** Of what Azure Resource Manager wraps its own settings in. */
export const propertiesOf = (resource: JsonObject | undefined): JsonObject =>
  objectOf(resource, 'properties') ?? {};

/** Ids and names are the same in any case. */
export const sameText = (left: string | undefined, right: string | undefined): boolean =>
  left !== undefined && right !== undefined && left.toLowerCase() === right.toLowerCase();
