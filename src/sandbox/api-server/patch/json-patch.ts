import { isJsonObject, type JsonObject, type JsonValue } from '../../../domain/shared/json.ts';
import { equalJson } from '../../../kube-schema/json-equality.ts';
import { memberOf } from '../objects/api-object.ts';
import {
  addAtPointer,
  getAtPointer,
  parsePointer,
  removeAtPointer,
  replaceAtPointer,
} from './json-pointer.ts';

/** What kube-apiserver allows in one patch. */
const maxOperations = 10_000;

const textOf = (operation: JsonObject, name: string): string => {
  const value = memberOf(operation, name);
  if (typeof value !== 'string')
    throw new TypeError(`each operation of a JSON patch needs ${JSON.stringify(name)}`);
  return value;
};

const givenValue = (operation: JsonObject): JsonValue => {
  const value = memberOf(operation, 'value');
  if (value === undefined) throw new TypeError('this operation of a JSON patch needs "value"');
  return value;
};

const move = (target: JsonValue, from: readonly string[], path: readonly string[]): JsonValue => {
  const value = getAtPointer(target, from);
  return addAtPointer(removeAtPointer(target, from), path, value);
};

const applyOperation = (target: JsonValue, operation: JsonObject): JsonValue => {
  const path = parsePointer(textOf(operation, 'path'));
  switch (textOf(operation, 'op')) {
    case 'add':
      return addAtPointer(target, path, givenValue(operation));
    case 'remove':
      return removeAtPointer(target, path);
    case 'replace':
      return replaceAtPointer(target, path, givenValue(operation));
    case 'move':
      return move(target, parsePointer(textOf(operation, 'from')), path);
    case 'copy':
      return addAtPointer(target, path, getAtPointer(target, parsePointer(textOf(operation, 'from'))));
    case 'test':
      if (equalJson(getAtPointer(target, path), givenValue(operation))) return target;
      throw new RangeError(`testing path ${textOf(operation, 'path')} failed`);
    default:
      throw new RangeError(`unexpected kind of operation: ${textOf(operation, 'op')}`);
  }
};

/** A patch that is well formed but does not fit the object. */
export class JsonPatchMismatch extends Error {}

/** JSON Patch, RFC 6902. Throws TypeError for what is no patch, JsonPatchMismatch when it does not fit the target. */
export const applyJsonPatch = (target: JsonValue, patch: JsonValue): JsonValue => {
  if (!Array.isArray(patch)) throw new TypeError('a JSON patch is a list of operations');
  const operations = patch as readonly JsonValue[];
  if (operations.length > maxOperations) {
    throw new TypeError(
      `the allowed maximum operations in a JSON patch is ${maxOperations}, got ${operations.length}`,
    );
  }
  try {
    return operations.reduce((value: JsonValue, operation) => {
      if (!isJsonObject(operation)) throw new TypeError('each operation of a JSON patch is an object');
      return applyOperation(value, operation);
    }, target);
  } catch (error) {
    if (error instanceof RangeError) throw new JsonPatchMismatch(error.message);
    throw error;
  }
};
