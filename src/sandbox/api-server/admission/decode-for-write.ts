import type { JsonValue } from '../../../domain/shared/json.ts';
import type { ApiError } from '../objects/api-error.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { badRequest } from '../objects/errors.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { readObject } from './read-object.ts';

export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

export interface DecodedBody {
  readonly object: ApiObject;
  /** For the Warning headers of the answer. */
  readonly warnings: readonly string[];
}

/** The answer to unknown fields where the request wants none. */
export type StrictError = (type: ResourceType, problems: string) => ApiError;

const strictBodyError: StrictError = (type, problems) =>
  badRequest(
    `${type.kind} in version "${type.version}" cannot be handled as a ${type.kind}: strict decoding error: ${problems}`,
  );

/** Reads a body and drops unknown fields; says so as the request wants it: not at all, in warnings, or by refusing. */
export const decodeForWrite = (
  type: ResourceType,
  body: JsonValue,
  validation: FieldValidation,
  strictError: StrictError = strictBodyError,
): DecodedBody => {
  const read = readObject(type, body);
  const decoded = type.strategy.decode(read.object);
  const warnings = [...read.unknown, ...decoded.unknown].map((field) => `unknown field "${field}"`);
  if (validation === 'Strict' && warnings.length > 0) throw strictError(type, warnings.join(', '));
  return { object: decoded.object, warnings: validation === 'Warn' ? warnings : [] };
};
