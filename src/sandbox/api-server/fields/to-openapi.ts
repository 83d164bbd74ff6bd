import type { JsonObject } from '../../../domain/shared/json.ts';
import type { FieldType, ListField } from './field-type.ts';

const listSchemaOf = (type: ListField): JsonObject => ({
  type: 'array',
  items: openApiSchemaOf(type.element),
  'x-kubernetes-list-type': type.relation,
  ...(type.relation === 'map' ? { 'x-kubernetes-list-map-keys': type.keys } : {}),
  // kubectl makes strategic merge patches from these two.
  ...(type.relation === 'map' && type.keys.length === 1
    ? { 'x-kubernetes-patch-merge-key': type.keys[0] }
    : {}),
  ...(type.relation === 'atomic' ? {} : { 'x-kubernetes-patch-strategy': 'merge' }),
});

/** An OpenAPI v3 schema that says what a field type says, for built-in kinds. */
export const openApiSchemaOf = (type: FieldType): JsonObject => {
  if (type.kind === 'scalar') return { type: type.type ?? 'string' };
  if (type.kind === 'free') return { 'x-kubernetes-preserve-unknown-fields': true };
  if (type.kind === 'list') return listSchemaOf(type);
  const properties = [...type.fields].map(([name, field]) => [name, openApiSchemaOf(field)] as const);
  return {
    type: 'object',
    ...(properties.length > 0 ? { properties: Object.fromEntries(properties) } : {}),
    ...(type.element ? { additionalProperties: openApiSchemaOf(type.element) } : {}),
    ...(type.atomic ? { 'x-kubernetes-map-type': 'atomic' } : {}),
  };
};
