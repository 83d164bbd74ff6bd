import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from '../faults/fault.ts';
import { ApiError } from '../objects/api-error.ts';
import { forbidden, notFound, unauthorized, unknownPath, unknownResource } from '../objects/errors.ts';
import { type ResourceType, type Subresource, subjectOf } from '../resources/resource-type.ts';
import type { User } from '../tokens/authenticate.ts';
import type { ApiParts } from './api-parts.ts';
import { serveDiscovery, servePublic } from './discovery-routes.ts';
import { negotiate } from './negotiate.ts';
import { mediaTypeOf, readBody } from './request-body.ts';
import { parseResourcePath, parseUrl, type RequestUrl, type ResourcePath } from './request-info.ts';
import { serveResource, verbOf } from './resource-routes.ts';
import { apiErrorOf, sendError, sendText } from './responses.ts';

const reasons: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
};

const statusFault = ({ code, retryAfterSeconds }: Fault & { type: 'status' }): ApiError =>
  new ApiError({
    code,
    reason: reasons[code] ?? '',
    message: `injected fault ${code}`,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });

/** Answers, or leaves unanswered, a request that met a fault. True when there is nothing left to do. */
const meetFault = (fault: Fault, response: ServerResponse): boolean => {
  switch (fault.type) {
    case 'status':
      sendError(response, statusFault(fault));
      return true;
    case 'html':
      sendText(
        response,
        fault.code ?? 200,
        'text/html',
        '<!doctype html><title>Bad gateway</title><h1>Sorry</h1>',
      );
      return true;
    case 'redirect':
      sendText(response, 302, 'text/html', 'Found', { Location: fault.location });
      return true;
    case 'hang':
      return true;
    case 'reset':
      response.destroy();
      return true;
    default:
      return false;
  }
};

const typeAt = (parts: ApiParts, path: ResourcePath): ResourceType | undefined =>
  parts.registry.find(path.group, path.version, path.plural);

const subresourceAt = (type: ResourceType, path: ResourcePath): Subresource | undefined => {
  const { subresource } = path;
  if (subresource === undefined) return undefined;
  const found = [...type.subresources].find((known) => known === subresource);
  if (found) return found;
  throw type.custom ? notFound(subjectOf(type, path.name)) : unknownResource();
};

/** A response that never reaches its client: what was done stays done. */
const loseReply = (response: ServerResponse): ServerResponse => {
  response.writeHead = () => {
    response.destroy();
    return response;
  };
  return response;
};

const unknownAt = ({ registry }: ApiParts, { group, version }: ResourcePath): ApiError => {
  const isBuiltIn = registry
    .all()
    .some((type) => !type.custom && type.group === group && type.version === version);
  return isBuiltIn ? unknownResource() : unknownPath();
};

/** Without a token one is `system:anonymous`, who may do nothing here. */
const refuseAnonymous = (method: string, url: RequestUrl, path: ResourcePath | undefined): ApiError => {
  const who = 'User "system:anonymous" cannot';
  if (!path) {
    const message = `forbidden: ${who} ${method.toLowerCase()} path "/${url.segments.join('/')}"`;
    return new ApiError({ code: 403, reason: 'Forbidden', message, subject: { group: '', kind: '' } });
  }
  const { group, plural, namespace, name } = path;
  const scope = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  const what = `${verbOf(method, name, url.query)} resource "${plural}" in API group "${group}" ${scope}`;
  const subject = { group, kind: plural, ...(name === undefined ? {} : { name }) };
  return forbidden(subject, `${who} ${what}`);
};

interface Arrived {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: RequestUrl;
  readonly method: string;
  readonly faults: readonly Fault[];
}

const serveKnownResource = async (
  parts: ApiParts,
  { request, response, url, method, faults }: Arrived,
  path: ResourcePath,
  user: User,
): Promise<void> => {
  const type = typeAt(parts, path);
  // The path of a kind in a namespace exists for namespaced kinds only.
  if (!type || (path.namespace !== undefined && !type.namespaced)) throw unknownAt(parts, path);
  const subresource = subresourceAt(type, path);
  const lost = faults.some((fault) => fault.type === 'lose-reply');
  await serveResource(
    parts,
    {
      method,
      type,
      namespace: path.namespace,
      name: path.name,
      subresource,
      query: url.query,
      rendering: negotiate(request.headers.accept),
      mediaType: mediaTypeOf(request.headers['content-type']),
      body: method === 'GET' ? Buffer.alloc(0) : await readBody(request),
      userAgent: request.headers['user-agent'] ?? '',
      user,
      faults,
    },
    lost ? loseReply(response) : response,
  );
};

const serve = async (parts: ApiParts, arrived: Arrived, path: ResourcePath | undefined): Promise<void> => {
  const { request, response, url, method } = arrived;
  if (servePublic(url.segments, response)) return;
  const { authorization } = request.headers;
  if (!authorization) throw refuseAnonymous(method, url, path);
  const user = await parts.authenticate(authorization);
  if (!user) throw unauthorized();
  const { accept = '', host = '' } = request.headers;
  const isRead = method === 'GET';
  if (isRead && serveDiscovery(parts.registry, url.segments, accept, host, response)) return;
  if (!path) throw unknownPath();
  await serveKnownResource(parts, arrived, path, user);
};

const arrive = async (parts: ApiParts, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const target = request.url ?? '/';
  const url = parseUrl(target);
  // Node leaves the body of an answer to HEAD away by itself.
  const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET');
  const path = parseResourcePath(url.segments);
  const faults = parts.faults.take({
    method,
    path: target,
    verb: path ? verbOf(method, path.name, url.query) : 'other',
    kind: path && typeAt(parts, path)?.kind,
  });
  for (const fault of faults) {
    if (fault.type === 'delay') await delay(fault.ms, undefined, { ref: false });
    else if (meetFault(fault, response)) return;
  }
  await serve(parts, { request, response, url, method, faults }, path);
};

/** Answers one HTTP request. Never rejects: every failure becomes a Status, or a closed connection once an answer has begun. */
export const handleRequest = async (
  parts: ApiParts,
  request: IncomingMessage,
  response: ServerResponse,
  onError: (error: unknown) => void,
): Promise<void> => {
  try {
    await arrive(parts, request, response);
  } catch (error) {
    const apiError = apiErrorOf(error);
    if (apiError.parts.code >= 500) onError(error);
    if (response.headersSent) response.destroy();
    else sendError(response, apiError);
  }
};
