import { isJsonObject, type JsonObject, type JsonValue } from '../../../domain/shared/json.ts';
import { quoteGo } from '../../../kube-schema/go-print.ts';
import type { MapField } from '../fields/field-type.ts';
import { ApiError } from '../objects/api-error.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { badRequest, invalid, unsupportedMediaType } from '../objects/errors.ts';
import { applyJsonPatch, JsonPatchMismatch } from '../patch/json-patch.ts';
import { applyMergePatch } from '../patch/merge-patch.ts';
import { applyStrategicMergePatch } from '../patch/strategic-merge-patch.ts';
import { updateObject } from './update-object.ts';
import type { Target, UpdateSubresource, WriteContext, WriteOptions, WriteResult } from './write-context.ts';

const jsonPatchType = 'application/json-patch+json';
const mergePatchType = 'application/merge-patch+json';
const strategicMergePatchType = 'application/strategic-merge-patch+json';
export const applyPatchType = 'application/apply-patch+yaml';

export const patchTypesOf = (strategicMerge: boolean): readonly string[] => [
  jsonPatchType,
  mergePatchType,
  ...(strategicMerge ? [strategicMergePatchType] : []),
  applyPatchType,
];

const unprocessable = (message: string): ApiError =>
  new ApiError({
    code: 422,
    reason: 'Invalid',
    message: `the server rejected our request due to an error in our request: ${message}`,
  });

const patchByOperations = (object: JsonObject, patch: JsonValue): JsonValue => {
  try {
    return applyJsonPatch(object, patch);
  } catch (error) {
    if (error instanceof JsonPatchMismatch) throw unprocessable(error.message);
    throw badRequest(error instanceof Error ? error.message : String(error));
  }
};

const asObject = (patch: JsonValue): JsonObject => {
  if (!isJsonObject(patch)) throw badRequest('a merge patch of an object must be an object');
  return patch;
};

/** Applies a patch of one of the three kinds that are not server-side apply. */
export const patchValue = (
  contentType: string,
  object: JsonObject,
  patch: JsonValue,
  field: MapField | undefined,
): JsonValue => {
  if (contentType === jsonPatchType) return patchByOperations(object, patch);
  if (contentType === mergePatchType) return applyMergePatch(object, asObject(patch));
  if (contentType === strategicMergePatchType && field) {
    return applyStrategicMergePatch(object, asObject(patch), field);
  }
  throw unsupportedMediaType(patchTypesOf(field !== undefined));
};

export const patchObject = (
  context: WriteContext,
  target: Target,
  subresource: UpdateSubresource | undefined,
  contentType: string,
  patch: JsonValue,
  options: WriteOptions,
): Promise<WriteResult> => {
  let patched: JsonValue = null;
  return updateObject(context, {
    target,
    subresource,
    options,
    change: (stored: ApiObject) => {
      patched = patchValue(
        contentType,
        stored,
        patch,
        target.type.strategicMerge ? target.type.field : undefined,
      );
      return patched;
    },
    // kube-apiserver blames the patch, and prints the object it made.
    strictError: (_, problems) =>
      invalid({ group: '', kind: '', name: '' }, [
        {
          path: 'patch',
          reason: 'FieldValueInvalid',
          message: `Invalid value: ${quoteGo(JSON.stringify(patched))}: strict decoding error: ${problems}`,
        },
      ]),
  });
};
