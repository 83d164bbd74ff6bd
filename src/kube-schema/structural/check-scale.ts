import { isJsonObject, type JsonObject, type JsonValue } from '../../domain/shared/json.ts';
import { getMember } from '../json-members.ts';
import { isJsonInteger } from '../json-numbers.ts';
import type { Path } from '../path.ts';
import { reportInvalid, type SchemaProblem } from '../problem.ts';

/** Where the scale subresource reads and writes, as JSON paths such as `.spec.replicas`. */
export interface ScalePaths {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string;
}

const maxReplicas = 2 ** 31 - 1;

const read = (object: JsonObject, names: readonly string[]): JsonValue | undefined =>
  names.reduce<JsonValue | undefined>(
    (value, name) => (isJsonObject(value) ? getMember(value, name) : undefined),
    object,
  );

const checkReplicas = (object: JsonObject, jsonPath: string): readonly SchemaProblem[] => {
  const names = jsonPath.replace(/^\./, '').split('.');
  const value = read(object, names);
  const path: Path = { text: jsonPath, pointer: `/${names.join('/')}` };
  if (value === undefined || !isJsonInteger(value)) return [];
  if (value < 0) return [reportInvalid(path, value, 'should be a non-negative integer')];
  if (value <= maxReplicas) return [];
  return [reportInvalid(path, value, `should be less than or equal to ${maxReplicas}`)];
};

/** Checks the replica counts that the scale subresource serves. A wrong type is the schema's to tell. */
export const checkScale = (object: JsonObject, scale: ScalePaths | undefined): readonly SchemaProblem[] =>
  scale === undefined
    ? []
    : [...checkReplicas(object, scale.specReplicasPath), ...checkScaleStatus(object, scale)];

/** The part of `checkScale` that belongs to the status. */
export const checkScaleStatus = (
  object: JsonObject,
  scale: ScalePaths | undefined,
): readonly SchemaProblem[] => (scale === undefined ? [] : checkReplicas(object, scale.statusReplicasPath));
