import type { JsonObject } from '../../../../domain/shared/json.ts';
import { objectOf } from '../../rest/json-fields.ts';

export const numberOf = (object: JsonObject | undefined, member: string): number | undefined => {
  const value = object?.[member];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};

/** Of what Azure Resource Manager wraps its own settings in. */
export const propertiesOf = (resource: JsonObject | undefined): JsonObject =>
  objectOf(resource, 'properties') ?? {};

/** Ids and names are the same in any case. */
export const sameText = (left: string | undefined, right: string | undefined): boolean =>
  left !== undefined && right !== undefined && left.toLowerCase() === right.toLowerCase();
