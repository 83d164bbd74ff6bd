import { isJsonObject, type JsonObject, type JsonValue } from '../../../domain/shared/json.ts';
import { valueAt } from '../objects/api-object.ts';
import { type FieldType, free, type ListField, type MapField, openStruct, scalar } from './field-type.ts';
import { metadataField } from './object-meta-field.ts';

const stringsOf = (value: JsonValue | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

const keyDefaultsOf = (keys: readonly string[], items: JsonObject) => {
  const defaults = new Map<string, string | number | boolean>();
  for (const key of keys) {
    const value = valueAt(items, 'properties', key, 'default');
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      defaults.set(key, value);
    }
  }
  return defaults;
};

const listFieldOf = (schema: JsonObject): ListField => {
  const items = isJsonObject(schema['items']) ? schema['items'] : {};
  const keys = stringsOf(schema['x-kubernetes-list-map-keys']);
  const listType = schema['x-kubernetes-list-type'];
  const relation = listType === 'set' || listType === 'map' ? listType : 'atomic';
  return {
    kind: 'list',
    element: fieldTypeOf(items),
    relation,
    keys,
    keyDefaults: keyDefaultsOf(keys, items),
  };
};

const mapFieldOf = (schema: JsonObject): FieldType => {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const additional = schema['additionalProperties'];
  const keepsUnknown = schema['x-kubernetes-preserve-unknown-fields'] === true;
  const fields = new Map<string, FieldType>();
  for (const [name, property] of Object.entries(properties)) {
    if (isJsonObject(property)) fields.set(name, fieldTypeOf(property));
  }
  if (schema['x-kubernetes-embedded-resource'] === true) {
    fields.set('apiVersion', scalar).set('kind', scalar).set('metadata', metadataField);
  }
  const element = isJsonObject(additional)
    ? fieldTypeOf(additional)
    : keepsUnknown || additional === true
      ? free
      : undefined;
  const map: MapField = { kind: 'map', fields, atomic: schema['x-kubernetes-map-type'] === 'atomic' };
  return element ? { ...map, element } : map;
};

/** Reads the merge rules out of an OpenAPI v3 schema as it stands in a CustomResourceDefinition. */
export const fieldTypeOf = (schema: JsonObject): FieldType => {
  if (schema['x-kubernetes-int-or-string'] === true) return scalar;
  if (schema['type'] === 'array') return listFieldOf(schema);
  if (schema['type'] === 'object' || schema['properties'] !== undefined) return mapFieldOf(schema);
  return schema['type'] === undefined && schema['x-kubernetes-preserve-unknown-fields'] === true
    ? free
    : scalar;
};

/** The merge rules of a whole custom resource: its schema with the metadata that every object has. */
export const customResourceField = (schema: JsonObject): MapField => {
  const root = fieldTypeOf({ type: 'object', ...schema });
  const map = root.kind === 'map' ? root : openStruct({});
  const own = new Map(map.fields);
  own.set('apiVersion', scalar).set('kind', scalar).set('metadata', metadataField);
  return { ...map, fields: own };
};
