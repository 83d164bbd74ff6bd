import type { JsonObject, JsonValue } from '../../../../src/domain/shared/json.ts';
import {
  type CompiledResource,
  compileCrd,
  type SchemaProblem,
} from '../../../../src/kube-schema/kube-schema.ts';

/** A CRD of kind Thing whose spec has the given schema. */
export const crdOf = (
  spec: JsonObject,
  status?: JsonObject,
  subresources: JsonObject = { status: {} },
): JsonObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.test.io' },
  spec: {
    group: 'test.io',
    scope: 'Namespaced',
    names: { kind: 'Thing', plural: 'things' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              apiVersion: { type: 'string' },
              kind: { type: 'string' },
              metadata: { type: 'object' },
              spec,
              ...(status === undefined ? {} : { status }),
            },
          },
        },
      },
    ],
  },
});

export const compileThing = (
  spec: JsonObject,
  status?: JsonObject,
  subresources?: JsonObject,
): CompiledResource => {
  const [resource] = compileCrd(crdOf(spec, status, subresources));
  if (resource === undefined) throw new Error('no served version');
  return resource;
};

export const thing = (spec: JsonValue, more: JsonObject = {}): JsonObject => ({
  apiVersion: 'test.io/v1',
  kind: 'Thing',
  metadata: { name: 'one' },
  spec,
  ...more,
});

/** Problems as kubectl shows them. */
export const printed = (problems: readonly SchemaProblem[]): readonly string[] =>
  problems.map(({ path, message }) => `${path}: ${message}`);
