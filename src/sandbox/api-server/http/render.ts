import type { ServerResponse } from 'node:http';
import type { JsonObject } from '../../../domain/shared/json.ts';
import { type ApiObject, omit } from '../objects/api-object.ts';
import { badRequest } from '../objects/errors.ts';
import { type IncludeObject, partialMetadataOf, tableOf } from '../table/table.ts';
import type { ResourceRequest } from './api-parts.ts';
import { sendObject } from './responses.ts';

const includeOf = (query: URLSearchParams): IncludeObject => {
  const include = query.get('includeObject') ?? 'Metadata';
  if (include === 'None' || include === 'Metadata' || include === 'Object') return include;
  throw badRequest(`unrecognized includeObject value: ${JSON.stringify(include)}`);
};

/** An object in the form that the request asks for. */
export const renderObject = (
  { type, rendering, query }: ResourceRequest,
  object: ApiObject,
  now: Date,
  withHeader = true,
): JsonObject => {
  if (rendering.as === 'PartialObjectMetadata') return partialMetadataOf(object, rendering.version);
  if (rendering.as === 'object') return object;
  const { resourceVersion } = object.metadata;
  return tableOf({
    columns: type.columns,
    objects: [object],
    metadata: resourceVersion === undefined ? {} : { resourceVersion },
    include: includeOf(query),
    version: rendering.version,
    now,
    withHeader,
  });
};

export const renderList = (
  { type, rendering, query }: ResourceRequest,
  objects: readonly ApiObject[],
  metadata: JsonObject,
  now: Date,
): JsonObject => {
  const { version } = rendering;
  if (rendering.as === 'Table') {
    const include = includeOf(query);
    return tableOf({ columns: type.columns, objects, metadata, include, version, now, withHeader: true });
  }
  if (rendering.as === 'PartialObjectMetadata') {
    return {
      kind: 'PartialObjectMetadataList',
      apiVersion: `meta.k8s.io/${version}`,
      metadata,
      items: objects.map((object) => partialMetadataOf(object, version)),
    };
  }
  const items = type.custom ? objects : objects.map((object) => omit(object, 'apiVersion', 'kind'));
  return { kind: type.listKind, apiVersion: type.apiVersion, metadata, items };
};

export const answerObject = (
  response: ServerResponse,
  request: ResourceRequest,
  code: number,
  object: ApiObject,
  now: Date,
  warnings: readonly string[] = [],
): void => {
  sendObject(response, code, renderObject(request, object, now), request.rendering, warnings);
};
