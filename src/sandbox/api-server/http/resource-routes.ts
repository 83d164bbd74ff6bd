import type { ServerResponse } from 'node:http';
import type { Verb } from '../faults/fault.ts';
import type { ApiError } from '../objects/api-error.ts';
import { badRequest, methodNotAllowed, unknownPath, unknownResource } from '../objects/errors.ts';
import type { Subresource } from '../resources/resource-type.ts';
import type { ApiParts, ResourceRequest } from './api-parts.ts';
import { deleteMany, deleteOne } from './delete-routes.ts';
import { isTrue } from './query-options.ts';
import { getObject, listObjects } from './read-routes.ts';
import { scaleRequested } from './scale-routes.ts';
import { watchObjects } from './watch-routes.ts';
import { patchRequested, postObject, putObject } from './write-routes.ts';

export const verbOf = (method: string, name: string | undefined, query: URLSearchParams): Verb => {
  switch (method) {
    case 'GET':
      if (name !== undefined) return 'get';
      return isTrue(query.get('watch')) ? 'watch' : 'list';
    case 'POST':
      return 'create';
    case 'PUT':
      return 'update';
    case 'PATCH':
      return 'patch';
    case 'DELETE':
      return name === undefined ? 'deletecollection' : 'delete';
    default:
      return 'other';
  }
};

type Route = (parts: ApiParts, request: ResourceRequest, response: ServerResponse) => Promise<void>;

const routes: Readonly<Record<Exclude<Verb, 'other'>, Route>> = {
  get: getObject,
  list: listObjects,
  watch: watchObjects,
  create: postObject,
  update: putObject,
  patch: patchRequested,
  delete: deleteOne,
  deletecollection: deleteMany,
};

const needsName = new Set<Verb>(['get', 'update', 'patch', 'delete']);

const isAllowedOnSubresource = (verb: Verb, subresource: Subresource): boolean => {
  if (subresource === 'token') return verb === 'create';
  if (subresource === 'finalize') return verb === 'update';
  return verb === 'get' || verb === 'update' || verb === 'patch';
};

/** Undefined when the request may go on. kube-apiserver answers differently for custom resources and for built-in ones. */
const refusalOf = (verb: Verb, request: ResourceRequest): ApiError | undefined => {
  const { type, namespace, name, subresource } = request;
  if (type.createOnly) return verb === 'create' ? undefined : methodNotAllowed();
  if (needsName.has(verb) && name === undefined) {
    return type.custom ? badRequest('name must be provided') : methodNotAllowed();
  }
  // An object of a namespaced kind is only reached through its namespace.
  if (type.namespaced && namespace === undefined && verb !== 'list' && verb !== 'watch') {
    if (name !== undefined) return type.custom ? unknownPath() : unknownResource();
    return type.custom ? unknownPath() : methodNotAllowed();
  }
  if (verb === 'deletecollection' && !type.collectionDeletable) return methodNotAllowed();
  const allowed = subresource === undefined || isAllowedOnSubresource(verb, subresource);
  return allowed ? undefined : methodNotAllowed();
};

/** Answers a request to a resource. */
export const serveResource = async (
  parts: ApiParts,
  request: ResourceRequest,
  response: ServerResponse,
): Promise<void> => {
  const verb = verbOf(request.method, request.name, request.query);
  if (verb === 'other') throw methodNotAllowed();
  const refusal = refusalOf(verb, request);
  if (refusal) throw refusal;
  if (request.subresource === 'scale') await scaleRequested(parts, request, response);
  else await routes[verb](parts, request, response);
};
