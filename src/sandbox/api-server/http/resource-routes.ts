import type { ServerResponse } from 'node:http';
import type { Verb } from '../faults/fault.ts';
import { methodNotAllowed } from '../objects/errors.ts';
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
      if (isTrue(query.get('watch'))) return 'watch';
      return name === undefined ? 'list' : 'get';
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

const isAllowed = (verb: Verb, { type, namespace, name, subresource }: ResourceRequest): boolean => {
  if (type.createOnly) return verb === 'create';
  if (needsName.has(verb) && name === undefined) return false;
  // An object of a namespaced kind is only reached through its namespace.
  if (type.namespaced && namespace === undefined && verb !== 'list' && verb !== 'watch') return false;
  if (subresource === undefined) return true;
  if (subresource === 'token') return verb === 'create';
  if (subresource === 'finalize') return verb === 'update';
  return verb === 'get' || verb === 'update' || verb === 'patch';
};

/** Answers a request to a resource. */
export const serveResource = async (
  parts: ApiParts,
  request: ResourceRequest,
  response: ServerResponse,
): Promise<void> => {
  const verb = verbOf(request.method, request.name, request.query);
  if (verb === 'other' || !isAllowed(verb, request)) throw methodNotAllowed();
  if (request.subresource === 'scale') await scaleRequested(parts, request, response);
  else await routes[verb](parts, request, response);
};
