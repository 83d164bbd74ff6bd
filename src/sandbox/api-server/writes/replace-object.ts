import type { JsonValue } from '../../../domain/shared/json.ts';
import { ApiError } from '../objects/api-error.ts';
import { createObject } from './create-object.ts';
import { updateObject } from './update-object.ts';
import type { Target, UpdateSubresource, WriteContext, WriteOptions, WriteResult } from './write-context.ts';

/** PUT. Kinds that allow it are created by it. */
export const replaceObject = async (
  context: WriteContext,
  target: Target,
  subresource: UpdateSubresource | undefined,
  body: JsonValue,
  options: WriteOptions,
): Promise<WriteResult> => {
  const { type, namespace, name } = target;
  try {
    return await updateObject(context, {
      target,
      subresource,
      options,
      change: () => body,
      meansUid: true,
      needsVersion: !type.unconditionalUpdate && subresource !== 'status',
    });
  } catch (error) {
    const absent = error instanceof ApiError && error.parts.code === 404;
    if (!absent || !type.createOnUpdate || subresource) throw error;
    return createObject(context, { type, namespace, name, body, options });
  }
};
