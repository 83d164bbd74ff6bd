import type { JsonObject } from '../../../domain/shared/json.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { patchTypesOf } from '../writes/patch-object.ts';

// As much OpenAPI v3 as kubectl reads: it looks at the query parameters of PATCH to learn whether the server checks fields and
// does dry runs, and at the schemas for `explain` and for strategic merge.

const pathOfVersion = (type: ResourceType): string =>
  type.group === '' ? `api/${type.version}` : `apis/${type.group}/${type.version}`;

const schemaName = ({ group, version, kind }: ResourceType): string =>
  `${(group || 'core').split('.').reverse().join('.')}.${version}.${kind}`;

const queryParameter = (name: string, type: string): JsonObject => ({
  name,
  in: 'query',
  schema: { type, uniqueItems: true },
});

const writeParameters = [
  queryParameter('dryRun', 'string'),
  queryParameter('fieldManager', 'string'),
  queryParameter('fieldValidation', 'string'),
];

const gvkOf = ({ group, version, kind }: ResourceType): JsonObject => ({ group, version, kind });

const reference = (type: ResourceType): JsonObject => ({ $ref: `#/components/schemas/${schemaName(type)}` });

const contentOf = (mediaTypes: readonly string[], type: ResourceType): JsonObject =>
  Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema: reference(type) }]));

const operation = (type: ResourceType, action: string, body: readonly string[] | undefined): JsonObject => ({
  operationId: `${action}${type.version}${type.kind}`,
  ...(body ? { requestBody: { content: contentOf(body, type), required: true } } : {}),
  responses: { '200': { description: 'OK', content: contentOf(['application/json'], type) } },
  'x-kubernetes-action': action,
  'x-kubernetes-group-version-kind': gvkOf(type),
});

const writing = (type: ResourceType, action: string, body: readonly string[]): JsonObject => ({
  ...operation(type, action, body),
  parameters: [...writeParameters, ...(action === 'patch' ? [queryParameter('force', 'boolean')] : [])],
});

const pathsOf = (type: ResourceType): readonly (readonly [string, JsonObject])[] => {
  const scope = type.namespaced ? '/namespaces/{namespace}' : '';
  const collection = `/${pathOfVersion(type)}${scope}/${type.plural}`;
  if (type.createOnly) return [[collection, { post: writing(type, 'post', ['application/json']) }]];
  return [
    [
      collection,
      { get: operation(type, 'list', undefined), post: writing(type, 'post', ['application/json']) },
    ],
    [
      `${collection}/{name}`,
      {
        get: operation(type, 'get', undefined),
        put: writing(type, 'put', ['application/json']),
        patch: writing(type, 'patch', patchTypesOf(type.strategicMerge)),
        delete: operation(type, 'delete', ['application/json']),
      },
    ],
  ];
};

const schemaOf = (type: ResourceType): JsonObject => ({
  type: 'object',
  ...type.openApiSchema,
  'x-kubernetes-group-version-kind': [gvkOf(type)],
});

/** `/openapi/v3`. `stamp` changes whenever a document may have. */
export const openApiIndex = (types: readonly ResourceType[], stamp: string): JsonObject => ({
  paths: Object.fromEntries(
    types.map((type) => {
      const path = pathOfVersion(type);
      return [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${stamp}` }];
    }),
  ),
});

/** `/openapi/v3/api/v1` and `/openapi/v3/apis/GROUP/VERSION`; undefined when nothing is served there. */
export const openApiDocument = (types: readonly ResourceType[], path: string): JsonObject | undefined => {
  const served = types.filter((type) => pathOfVersion(type) === path);
  if (served.length === 0) return undefined;
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: 'sandbox' },
    paths: Object.fromEntries(served.flatMap(pathsOf)),
    components: { schemas: Object.fromEntries(served.map((type) => [schemaName(type), schemaOf(type)])) },
  };
};
