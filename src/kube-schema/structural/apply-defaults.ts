import { isJsonObject, type JsonObject, type JsonValue } from '../../domain/shared/json.ts';
import { getMember, hasMember, listMembers } from '../json-members.ts';
import { additionalNode, type SchemaNode } from './schema-node.ts';

const isBareNull = (value: JsonValue | undefined, node: SchemaNode | undefined): boolean =>
  value === null && node !== undefined && !node.nullable;

const withMissing = (object: JsonObject, node: SchemaNode): JsonObject => {
  const missing: [string, JsonValue][] = [];
  for (const [name, property] of node.properties ?? []) {
    if (property.default === undefined) continue;
    if (!hasMember(object, name) || isBareNull(getMember(object, name), property))
      missing.push([name, property.default]);
  }
  return missing.length === 0 ? object : { ...object, ...Object.fromEntries(missing) };
};

const applyToMember = (key: string, value: JsonValue, node: SchemaNode): JsonValue => {
  const property = node.properties?.get(key);
  if (property !== undefined) return applyDefault(value, property);
  const additional = additionalNode(node);
  if (additional === undefined) return value;
  return applyDefault(isBareNull(value, additional) ? (additional.default ?? null) : value, additional);
};

const applyToObject = (object: JsonObject, node: SchemaNode): JsonObject => {
  const complete = withMissing(object, node);
  const members = listMembers(complete);
  const after = members.map(([key, value]): [string, JsonValue] => [key, applyToMember(key, value, node)]);
  const same = after.every(([, value], index) => value === members[index]?.[1]);
  return same ? complete : Object.fromEntries(after);
};

const applyToList = (items: readonly JsonValue[], node: SchemaNode): readonly JsonValue[] => {
  const { items: itemNode } = node;
  if (itemNode === undefined) return items;
  const after = items.map((item) =>
    applyDefault(isBareNull(item, itemNode) ? (itemNode.default ?? null) : item, itemNode),
  );
  return after.every((item, index) => item === items[index]) ? items : after;
};

const applyDefault = (value: JsonValue, node: SchemaNode): JsonValue => {
  if (Array.isArray(value)) return applyToList(value, node);
  return isJsonObject(value) ? applyToObject(value, node) : value;
};

/** The object with every default of its schema filled in, also inside objects that are defaults themselves. */
export const applySchemaDefaults = (object: JsonObject, root: SchemaNode): JsonObject =>
  applyToObject(object, root);
