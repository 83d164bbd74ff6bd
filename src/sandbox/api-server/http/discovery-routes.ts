import type { ServerResponse } from 'node:http';
import type { JsonObject } from '../../../domain/shared/json.ts';
import { openApiDocument, openApiIndex } from '../discovery/openapi.ts';
import { coreVersions, groupDocument, groupList, resourceList } from '../discovery/resource-lists.ts';
import { versionDocument } from '../discovery/version.ts';
import { notAcceptable, unknownPath } from '../objects/errors.ts';
import type { ResourceRegistry } from '../resources/resource-registry.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { sendJsonText, sendText } from './responses.ts';

const healthPaths = new Set(['healthz', 'livez', 'readyz']);

/** What anybody may ask: health and version. True when the request was answered. */
export const servePublic = (segments: readonly string[], response: ServerResponse): boolean => {
  const [first = '', second] = segments;
  if (healthPaths.has(first)) {
    sendText(response, 200, 'text/plain; charset=utf-8', 'ok');
    return true;
  }
  if (first !== 'version' || second !== undefined) return false;
  sendJsonText(response, 200, `${JSON.stringify(versionDocument())}\n`);
  return true;
};

const documentAt = (
  types: readonly ResourceType[],
  segments: readonly string[],
  host: string,
): JsonObject | undefined => {
  const [root, first, second, third] = segments;
  if (third !== undefined) return undefined;
  if (root === 'api') {
    if (second !== undefined) return undefined;
    return first === undefined ? coreVersions(host) : resourceList(types, first);
  }
  if (root !== 'apis') return undefined;
  if (first === undefined) return groupList(types);
  return second === undefined ? groupDocument(types, first) : resourceList(types, `${first}/${second}`);
};

/** The v3 document of a group is large with real definitions; it is printed once per state of the registry. */
const printed = new WeakMap<readonly ResourceType[], Map<string, string>>();

const openApiText = (types: readonly ResourceType[], path: string, stamp: string): string => {
  const texts = printed.get(types) ?? new Map<string, string>();
  printed.set(types, texts);
  const known = texts.get(path);
  if (known !== undefined) return known;
  const document = path === '' ? openApiIndex(types, stamp) : openApiDocument(types, path);
  if (!document) throw unknownPath();
  const text = JSON.stringify(document);
  texts.set(path, text);
  return text;
};

/** Asked for by a name that is no media type, and answered by one that is. */
const v2ProtobufAsked = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';
const v2Protobuf = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

const serveOpenApi = (
  registry: ResourceRegistry,
  segments: readonly string[],
  accept: string,
  response: ServerResponse,
): void => {
  const [, version, ...rest] = segments;
  if (version === 'v3') {
    const text = openApiText(registry.all(), rest.join('/'), String(registry.revision()));
    sendJsonText(response, 200, text);
  } else if (version === 'v2' && rest.length === 0) {
    // Clients read v2 only when they know no v3. An empty protobuf message is a document without definitions.
    if (accept.includes(v2ProtobufAsked) || accept.includes(v2Protobuf))
      sendText(response, 200, v2Protobuf, '');
    else
      sendJsonText(response, 200, JSON.stringify({ swagger: '2.0', info: {}, paths: {}, definitions: {} }));
  } else throw unknownPath();
};

/** Aggregated discovery is not offered, so that clients fall back to the plain documents. */
const wantsOnlyAggregated = (accept: string): boolean =>
  accept.includes('g=apidiscovery.k8s.io') && !/(^|,)\s*(application\/json|\*\/\*)\s*(,|$|;q)/.test(accept);

/** Discovery and OpenAPI. True when the request was answered. */
export const serveDiscovery = (
  registry: ResourceRegistry,
  segments: readonly string[],
  accept: string,
  host: string,
  response: ServerResponse,
): boolean => {
  if (segments[0] === 'openapi') {
    serveOpenApi(registry, segments, accept, response);
    return true;
  }
  const document = documentAt(registry.all(), segments, host);
  if (!document) return false;
  if (wantsOnlyAggregated(accept)) throw notAcceptable(['application/json']);
  sendJsonText(response, 200, `${JSON.stringify(document)}\n`);
  return true;
};
