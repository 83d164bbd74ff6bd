import { isJsonObject, type JsonObject, type JsonValue } from '../../domain/shared/json.ts';
import { listMembers } from '../json-members.ts';
import { appendField, appendIndex, type Path, rootPath } from '../path.ts';
import { additionalNode, memberNode, type SchemaNode } from './schema-node.ts';

type Report = (path: Path) => void;
type Members = readonly (readonly [string, JsonValue])[];

const metaFields: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

const isArray = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

/** Keeps the object itself when nothing changed, so that untouched parts stay shared. */
const rebuild = (object: JsonObject, before: Members, after: Members): JsonObject =>
  before.length === after.length && before.every(([, value], index) => value === after[index]?.[1])
    ? object
    : Object.fromEntries(after);

const pruneItems = (
  items: readonly JsonValue[],
  prune: (item: JsonValue, index: number) => JsonValue,
): readonly JsonValue[] => {
  const pruned = items.map(prune);
  return pruned.every((item, index) => item === items[index]) ? items : pruned;
};

const pruneObject = (
  object: JsonObject,
  node: SchemaNode | undefined,
  path: Path,
  report: Report,
): JsonObject => {
  const before = listMembers(object);
  const after: [string, JsonValue][] = [];
  for (const [key, value] of before) {
    const child = appendField(path, key);
    const known = node?.properties?.get(key);
    if (node?.embedded && metaFields.has(key)) after.push([key, value]);
    else if (known !== undefined) after.push([key, pruneValue(value, known, child, report)]);
    else if (node?.additional !== undefined)
      after.push([key, pruneValue(value, additionalNode(node), child, report)]);
    else if (path !== rootPath || !metaFields.has(key)) report(child);
  }
  return rebuild(object, before, after);
};

/** Below `x-kubernetes-preserve-unknown-fields` only what the schema names is pruned again. */
const prunePreserved = (value: JsonValue, node: SchemaNode, path: Path, report: Report): JsonValue => {
  if (isArray(value)) {
    const { items } = node;
    if (items === undefined) return value;
    return pruneItems(value, (item, index) => prunePreserved(item, items, appendIndex(path, index), report));
  }
  if (!isJsonObject(value)) return value;
  const before = listMembers(value);
  const after = before.map(([key, member]): [string, JsonValue] => {
    const schema = node.embedded && metaFields.has(key) ? undefined : memberNode(node, key);
    return [key, schema === undefined ? member : pruneValue(member, schema, appendField(path, key), report)];
  });
  return rebuild(value, before, after);
};

const pruneValue = (
  value: JsonValue,
  node: SchemaNode | undefined,
  path: Path,
  report: Report,
): JsonValue => {
  if (node?.preserveUnknown) return prunePreserved(value, node, path, report);
  if (isArray(value)) {
    return pruneItems(value, (item, index) =>
      pruneValue(item, node?.items, appendIndex(path, index), report),
    );
  }
  return isJsonObject(value) ? pruneObject(value, node, path, report) : value;
};

const dropNullsOfObject = (object: JsonObject, node: SchemaNode | undefined): JsonObject => {
  const before = listMembers(object);
  const after: [string, JsonValue][] = [];
  for (const [key, value] of before) {
    const schema = node === undefined ? undefined : memberNode(node, key);
    const drop = value === null && schema !== undefined && !schema.nullable && schema.default === undefined;
    if (!drop) after.push([key, dropNulls(value, schema)]);
  }
  return rebuild(object, before, after);
};

const dropNulls = (value: JsonValue, node: SchemaNode | undefined): JsonValue => {
  if (isArray(value)) return pruneItems(value, (item) => dropNulls(item, node?.items));
  return isJsonObject(value) ? dropNullsOfObject(value, node) : value;
};

const ignore: Report = () => undefined;

export const pruneDefault = (value: JsonValue, node: SchemaNode): JsonValue =>
  pruneValue(value, node, appendField(rootPath, 'default'), ignore);

/**
 * The object without the fields its schema does not know, and without nulls where the schema has neither `nullable` nor
 * a default. `apiVersion`, `kind` and `metadata` of the object and of embedded resources stay.
 */
export const pruneResource = (object: JsonObject, root: SchemaNode): JsonObject =>
  dropNullsOfObject(pruneObject(object, { ...root, embedded: true }, rootPath, ignore), root);

/** The fields that pruning removes, as kube-apiserver names them in its strict decoding error. */
export const listUnknownFields = (object: JsonObject, root: SchemaNode): readonly string[] => {
  const found: string[] = [];
  pruneObject(object, { ...root, embedded: true }, rootPath, (path) => found.push(path.text));
  return found.sort();
};
