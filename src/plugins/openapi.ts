import swagger from '@fastify/swagger';
import type { RouteOptions } from 'fastify';
import type { BerthApp } from './http-app.ts';
import { problemReferences, problemResponses, problemSchema } from './openapi-problems.ts';
import { documentRoute, type RouteTraits, traitsOf } from './openapi-route.ts';
import { type Node, SchemaComponents } from './openapi-schemas.ts';
import { openapiInfo, openapiTags, securitySchemes } from './openapi-texts.ts';

interface Content {
  readonly [mediaType: string]: { readonly schema?: unknown };
}

interface OpenapiOperation {
  readonly operationId?: string;
  readonly parameters?: readonly Node[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

interface OpenapiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenapiOperation>>>>;
  readonly components?: object;
}

const mapValues = <In, Out>(
  map: Readonly<Record<string, In>>,
  change: (value: In) => Out,
): Record<string, Out> => Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]));

const hoistContent = (components: SchemaComponents, content: Content): Content =>
  mapValues(content, (media) => ({ ...media, schema: components.hoist(media.schema) }));

const finishOperation = (
  components: SchemaComponents,
  operation: OpenapiOperation,
  traits: RouteTraits,
): OpenapiOperation => ({
  ...operation,
  ...(operation.parameters === undefined
    ? {}
    : {
        parameters: operation.parameters.map((one) => ({ ...one, schema: components.hoist(one['schema']) })),
      }),
  ...(operation.requestBody === undefined
    ? {}
    : {
        requestBody: {
          ...operation.requestBody,
          content: hoistContent(components, operation.requestBody.content),
        },
      }),
  responses: {
    ...mapValues(operation.responses, (response) =>
      response.content === undefined
        ? response
        : { ...response, content: hoistContent(components, response.content) },
    ),
    ...problemReferences(traits),
  },
});

/** Adds what all operations share: errors, components, security. */
const finishDocument = (document: OpenapiDocument, routes: ReadonlyMap<string, RouteTraits>): object => {
  const components = new SchemaComponents();
  const problemRef = components.hoist(problemSchema) as object;
  const finish = (operation: OpenapiOperation): OpenapiOperation => {
    const traits = routes.get(operation.operationId ?? '');
    return traits === undefined ? operation : finishOperation(components, operation, traits);
  };
  const paths = mapValues(document.paths, (methods) => mapValues(methods, finish));
  return {
    ...document,
    paths,
    components: {
      securitySchemes,
      responses: problemResponses(problemRef, routes.values()),
      schemas: components.all(),
    },
  };
};

/** Makes the OpenAPI 3.1 document from the routes that come after it; `app.swagger()` gives it. */
export const registerOpenapi = async (app: BerthApp, publicUrl: string, version: string): Promise<void> => {
  const routes = new Map<string, RouteTraits>();
  await app.register(swagger, {
    convertConstToEnum: false,
    stripBasePath: false,
    openapi: {
      openapi: '3.1.0',
      info: { ...openapiInfo, version },
      servers: [{ url: publicUrl }],
      tags: openapiTags,
      components: { securitySchemes },
      security: [{ apiKey: [] }],
    },
    transform: ({ url, route }) => {
      const options = route as unknown as RouteOptions;
      const schema = documentRoute(options);
      routes.set(String(schema['operationId']), traitsOf(options));
      return { schema, url };
    },
    transformObject: (parts) =>
      'openapiObject' in parts
        ? (finishDocument(parts.openapiObject as unknown as OpenapiDocument, routes) as never)
        : parts.swaggerObject,
  });
};
