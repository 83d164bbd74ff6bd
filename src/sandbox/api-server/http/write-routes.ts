import type { ServerResponse } from 'node:http';
import { methodNotAllowed, unsupportedMediaType } from '../objects/errors.ts';
import { answerReview } from '../tokens/reviews.ts';
import { requestToken } from '../tokens/token-request.ts';
import { applyObject } from '../writes/apply-object.ts';
import { createObject } from '../writes/create-object.ts';
import { applyPatchType, patchObject, patchTypesOf } from '../writes/patch-object.ts';
import { replaceObject } from '../writes/replace-object.ts';
import type { Target, UpdateSubresource, WriteResult } from '../writes/write-context.ts';
import type { ApiParts, ResourceRequest } from './api-parts.ts';
import { isTrue, refuseOption, writeOptionsOf } from './query-options.ts';
import { answerObject } from './render.ts';
import { parseBody } from './request-body.ts';
import { sendObject } from './responses.ts';

export const targetOf = ({ type, namespace = '', name = '' }: ResourceRequest): Target => ({
  type,
  namespace,
  name,
});

const answer = (
  parts: ApiParts,
  request: ResourceRequest,
  response: ServerResponse,
  { object, created, warnings }: WriteResult,
): void => {
  answerObject(response, request, created ? 201 : 200, object, parts.writes.now(), warnings);
};

/** POST to a collection, to the token of a ServiceAccount, or a question that is not stored. */
export const postObject = async (
  parts: ApiParts,
  request: ResourceRequest,
  response: ServerResponse,
): Promise<void> => {
  const { type, namespace = '', name, subresource, rendering } = request;
  const body = parseBody(request.body, request.mediaType);
  if (type.createOnly) {
    const reviewed = await answerReview(type, body, request.user, parts.authenticate);
    sendObject(response, 201, reviewed, rendering);
  } else if (subresource === 'token' && name !== undefined) {
    sendObject(
      response,
      201,
      await requestToken(parts.writes, parts.signer, namespace, name, body),
      rendering,
    );
  } else {
    if (name !== undefined || (type.namespaced && namespace === '')) throw methodNotAllowed();
    const options = writeOptionsOf(request);
    answer(parts, request, response, await createObject(parts.writes, { type, namespace, body, options }));
  }
};

const updateSubresourceOf = ({ subresource }: ResourceRequest): UpdateSubresource | undefined =>
  subresource === 'token' ? undefined : subresource;

export const putObject = async (
  parts: ApiParts,
  request: ResourceRequest,
  response: ServerResponse,
): Promise<void> => {
  const body = parseBody(request.body, request.mediaType);
  const subresource = updateSubresourceOf(request);
  const options = writeOptionsOf(request);
  answer(
    parts,
    request,
    response,
    await replaceObject(parts.writes, targetOf(request), subresource, body, options),
  );
};

const checkPatchOptions = ({ mediaType, query }: ResourceRequest): void => {
  if (mediaType === applyPatchType) {
    if (query.get('fieldManager')) return;
    throw refuseOption(
      'PatchOptions',
      'fieldManager',
      'FieldValueRequired',
      'Required value: is required for apply patch',
    );
  }
  if (query.has('force')) {
    throw refuseOption(
      'PatchOptions',
      'force',
      'FieldValueForbidden',
      'Forbidden: may not be specified for non-apply patch',
    );
  }
};

export const patchRequested = async (
  parts: ApiParts,
  request: ResourceRequest,
  response: ServerResponse,
): Promise<void> => {
  const { type, mediaType } = request;
  const accepted = patchTypesOf(type.strategicMerge);
  if (!accepted.includes(mediaType)) throw unsupportedMediaType(accepted);
  checkPatchOptions(request);
  const patch = parseBody(request.body, mediaType);
  const subresource = updateSubresourceOf(request);
  const options = writeOptionsOf(request);
  const target = targetOf(request);
  const result =
    mediaType === applyPatchType
      ? await applyObject(parts.writes, target, subresource, patch, {
          ...options,
          force: isTrue(request.query.get('force')),
        })
      : await patchObject(parts.writes, target, subresource, mediaType, patch, options);
  answer(parts, request, response, result);
};
