import { isJsonObject, type JsonObject, type JsonValue } from '../../domain/shared/json.ts';
import { encodeGoJson } from '../go-print.ts';
import { getMember, listMembers } from '../json-members.ts';
import { appendField, appendIndex, appendKey, type Path, rootPath } from '../path.ts';
import { type BadValue, reportDuplicate, reportInvalid, type SchemaProblem } from '../problem.ts';
import { additionalNode, type SchemaNode } from './schema-node.ts';

/** Positions of values that were seen exactly once before: the third of three equal ones is not told again. */
const findRepeated = (texts: readonly string[]): readonly number[] => {
  const seen = new Map<string, number>();
  const repeated: number[] = [];
  texts.forEach((text, index) => {
    const times = seen.get(text) ?? 0;
    if (times === 1) repeated.push(index);
    seen.set(text, times + 1);
  });
  return repeated;
};

const reportRepeated = (path: Path, values: readonly JsonValue[], show: (value: JsonValue) => BadValue) =>
  findRepeated(values.map(encodeGoJson)).map((index) =>
    reportDuplicate(appendIndex(path, index), show(values[index] ?? null)),
  );

const keysOf = (item: JsonValue, keys: readonly string[]): JsonObject => {
  const object = isJsonObject(item) ? item : {};
  const present = keys.map((key) => [key, getMember(object, key)] as const);
  return Object.fromEntries(present.filter(([, value]) => value !== undefined));
};

const checkMapList = (
  items: readonly JsonValue[],
  node: SchemaNode,
  path: Path,
): readonly SchemaProblem[] => {
  const stranger = items.findIndex((item) => item !== null && !isJsonObject(item));
  if (stranger >= 0) {
    const detail = 'must be an object for an array of list-type map';
    return [reportInvalid(appendIndex(path, stranger), items[stranger] ?? null, detail)];
  }
  return reportRepeated(
    path,
    items.map((item) => keysOf(item, node.listMapKeys)),
    (keys) => keys,
  );
};

const checkItems = (items: readonly JsonValue[], node: SchemaNode, path: Path): readonly SchemaProblem[] => {
  const itemNode = node.items;
  if (!itemNode?.hasListChecks) return [];
  return items.flatMap((item, index) => checkLists(item, itemNode, appendIndex(path, index)));
};

const checkList = (items: readonly JsonValue[], node: SchemaNode, path: Path): readonly SchemaProblem[] => {
  const below = checkItems(items, node, path);
  if (node.listType === 'set') return [...reportRepeated(path, items, (item) => item), ...below];
  if (node.listType === 'map') return [...checkMapList(items, node, path), ...below];
  return below;
};

const checkMember = (
  key: string,
  value: JsonValue,
  node: SchemaNode,
  path: Path,
): readonly SchemaProblem[] => {
  const property = node.properties?.get(key);
  if (property !== undefined) return checkLists(value, property, appendField(path, key));
  const additional = additionalNode(node);
  return additional === undefined ? [] : checkLists(value, additional, appendKey(path, key));
};

const checkLists = (value: JsonValue, node: SchemaNode, path: Path): readonly SchemaProblem[] => {
  if (!node.hasListChecks) return [];
  if (Array.isArray(value)) return checkList(value, node, path);
  if (!isJsonObject(value)) return [];
  return listMembers(value).flatMap(([key, member]) => checkMember(key, member, node, path));
};

/** Checks that `x-kubernetes-list-type: set` and `map` lists have no item twice. */
export const checkListTypes = (object: JsonObject, root: SchemaNode): readonly SchemaProblem[] =>
  checkLists(object, root, rootPath);
