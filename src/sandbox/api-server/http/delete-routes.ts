import type { ServerResponse } from 'node:http';
import { isJsonObject, type JsonObject } from '../../../domain/shared/json.ts';
import { ApiError, successStatus } from '../objects/api-error.ts';
import { type ApiObject, textAt } from '../objects/api-object.ts';
import { subjectOf } from '../resources/resource-type.ts';
import { asVersion, decodeBody } from '../store/stored-body.ts';
import { type DeleteOptions, deleteObject } from '../writes/delete-object.ts';
import type { ApiParts, ResourceRequest } from './api-parts.ts';
import { listPage } from './list-page.ts';
import { dryRunOf, notSupported } from './query-options.ts';
import { answerObject, renderList } from './render.ts';
import { parseOptionalBody } from './request-body.ts';
import { sendObject } from './responses.ts';
import { targetOf } from './write-routes.ts';

const propagationOf = (body: JsonObject, query: URLSearchParams): DeleteOptions['propagation'] => {
  const policy = textAt(body, 'propagationPolicy') ?? query.get('propagationPolicy') ?? '';
  if (policy === 'Orphan' || policy === 'Foreground' || policy === 'Background') return policy;
  if (policy !== '') {
    throw notSupported('DeleteOptions', 'propagationPolicy', policy, [
      'Foreground',
      'Background',
      'Orphan',
      'nil',
    ]);
  }
  return body['orphanDependents'] === true ? 'Orphan' : 'Background';
};

const optionsOf = (request: ResourceRequest): DeleteOptions => {
  const parsed = parseOptionalBody(request.body, request.mediaType);
  const body = isJsonObject(parsed) ? parsed : {};
  const dryRun = Array.isArray(body['dryRun']) ? body['dryRun'].map(String) : [];
  return {
    uid: textAt(body, 'preconditions', 'uid'),
    resourceVersion: textAt(body, 'preconditions', 'resourceVersion'),
    propagation: propagationOf(body, request.query),
    dryRun: dryRunOf('DeleteOptions', [...dryRun, ...request.query.getAll('dryRun')]),
  };
};

export const deleteOne = async (
  parts: ApiParts,
  request: ResourceRequest,
  response: ServerResponse,
): Promise<void> => {
  const { type, name = '' } = request;
  const { object, gone } = await deleteObject(parts.writes, targetOf(request), optionsOf(request));
  if (gone)
    sendObject(response, 200, successStatus(subjectOf(type, name), object.metadata.uid), request.rendering);
  else answerObject(response, request, 200, object, parts.writes.now());
};

const isGone = (error: unknown): boolean => error instanceof ApiError && error.parts.code === 404;

/** DELETE on a collection: everything that its selectors match, which without selectors is everything. */
export const deleteMany = async (
  parts: ApiParts,
  request: ResourceRequest,
  response: ServerResponse,
): Promise<void> => {
  const { type } = request;
  const options = optionsOf(request);
  const page = await listPage(parts, request);
  const deleted: ApiObject[] = [];
  for (const { namespace, name, body, rv } of page.items) {
    const target = { type, namespace, name };
    await deleteObject(parts.writes, target, options).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
    deleted.push(decodeBody(asVersion(body, type.apiVersion), rv));
  }
  const metadata = { ...(type.custom ? { continue: '' } : {}), resourceVersion: String(page.rv) };
  const list = renderList(request, deleted, metadata, parts.writes.now());
  sendObject(response, 200, list, request.rendering);
};
