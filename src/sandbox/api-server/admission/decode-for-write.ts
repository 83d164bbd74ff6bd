import type { ApiObject } from '../objects/api-object.ts';
import { badRequest } from '../objects/errors.ts';
import type { ResourceType } from '../resources/resource-type.ts';

export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

export interface DecodedBody {
  readonly object: ApiObject;
  /** For the Warning headers of the answer. */
  readonly warnings: readonly string[];
}

/** Drops unknown fields, and says so as the request wants it: not at all, in warnings, or by refusing. */
export const decodeForWrite = (
  type: ResourceType,
  object: ApiObject,
  validation: FieldValidation,
): DecodedBody => {
  const decoded = type.strategy.decode(object);
  const warnings = decoded.unknown.map((field) => `unknown field "${field}"`);
  if (validation === 'Strict' && warnings.length > 0) {
    throw badRequest(
      `${type.kind} in version "${type.version}" cannot be handled as a ${type.kind}: strict decoding error: ${warnings.join(', ')}`,
    );
  }
  return { object: decoded.object, warnings: validation === 'Warn' ? warnings : [] };
};
