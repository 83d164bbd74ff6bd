import { isJsonObject, type JsonObject, type JsonValue } from '../../../domain/shared/json.ts';
import { equalJson } from '../../../kube-schema/json-equality.ts';
import { type FieldType, type ListField, type MapField, memberType, shapeOf } from '../fields/field-type.ts';
import { memberOf } from '../objects/api-object.ts';

type Items = readonly JsonValue[];

const isList = (value: JsonValue | undefined): value is Items => Array.isArray(value);

const deletePrefix = '$deleteFromPrimitiveList/';
const orderPrefix = '$setElementOrder/';

/** Merge lists have exactly one key here; a set of scalars merges by value. */
const keyOf = (type: ListField): string | undefined => (type.relation === 'map' ? type.keys[0] : undefined);

const sameItem = (left: JsonValue, right: JsonValue, key: string): boolean =>
  isJsonObject(left) && isJsonObject(right) && equalJson(memberOf(left, key), memberOf(right, key));

const withoutDirectives = (item: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(item).filter(([name]) => name !== '$patch'));

const mergeKeyedList = (live: Items, patch: Items, type: ListField, key: string): Items => {
  if (patch.some((item) => isJsonObject(item) && item['$patch'] === 'replace')) {
    return patch.filter((item) => isJsonObject(item) && item['$patch'] === undefined);
  }
  let merged = live;
  for (const item of patch) {
    if (!isJsonObject(item)) continue;
    const at = merged.findIndex((candidate) => sameItem(candidate, item, key));
    if (item['$patch'] === 'delete') merged = at < 0 ? merged : merged.toSpliced(at, 1);
    else if (at < 0) merged = [...merged, withoutDirectives(item)];
    else merged = merged.with(at, mergeValue(merged[at], item, type.element) ?? null);
  }
  return merged;
};

const mergeScalarSet = (live: Items, patch: Items): Items => [
  ...live,
  ...patch.filter((item) => !live.some((other) => equalJson(other, item))),
];

const mergeList = (live: JsonValue | undefined, patch: Items, declared: FieldType): Items => {
  const type = shapeOf(declared, patch);
  const before = isList(live) ? live : [];
  if (type.kind !== 'list' || type.relation === 'atomic') return patch;
  const key = keyOf(type);
  return key === undefined ? mergeScalarSet(before, patch) : mergeKeyedList(before, patch, type, key);
};

const orderList = (items: Items, order: Items, declared: FieldType): Items => {
  const key = declared.kind === 'list' ? keyOf(declared) : undefined;
  const rank = (item: JsonValue): number => {
    const found = order.findIndex((wanted) => (key ? sameItem(wanted, item, key) : equalJson(wanted, item)));
    return found < 0 ? order.length : found;
  };
  return items.toSorted((left, right) => rank(left) - rank(right));
};

const mergeMember = (
  members: Map<string, JsonValue | undefined>,
  name: string,
  value: JsonValue,
  type: MapField,
): void => {
  if (name.startsWith(deletePrefix) && isList(value)) {
    const list = name.slice(deletePrefix.length);
    const live = members.get(list);
    if (isList(live))
      members.set(
        list,
        live.filter((item) => !value.some((gone) => equalJson(gone, item))),
      );
  } else if (!name.startsWith('$')) {
    if (value === null) members.delete(name);
    else members.set(name, mergeValue(members.get(name), value, memberType(type, name)));
  }
};

const applyOrders = (
  members: Map<string, JsonValue | undefined>,
  patch: JsonObject,
  type: MapField,
): void => {
  for (const [name, order] of Object.entries(patch)) {
    if (!name.startsWith(orderPrefix) || !isList(order)) continue;
    const list = name.slice(orderPrefix.length);
    const items = members.get(list);
    if (isList(items)) members.set(list, orderList(items, order, memberType(type, list)));
  }
};

const mergeMap = (live: JsonObject, patch: JsonObject, type: MapField): JsonObject => {
  if (patch['$patch'] === 'replace') return withoutDirectives(patch);
  const members = new Map<string, JsonValue | undefined>(Object.entries(live));
  const retained = patch['$retainKeys'];
  if (isList(retained)) for (const name of members.keys()) if (!retained.includes(name)) members.delete(name);
  for (const [name, value] of Object.entries(patch)) {
    if (value !== undefined) mergeMember(members, name, value, type);
  }
  applyOrders(members, patch, type);
  return Object.fromEntries(members);
};

const mergeValue = (
  live: JsonValue | undefined,
  patch: JsonValue,
  declared: FieldType,
): JsonValue | undefined => {
  if (isList(patch)) return mergeList(live, patch, declared);
  if (!isJsonObject(patch)) return patch;
  if (patch['$patch'] === 'delete') return undefined;
  const type = shapeOf(declared, patch);
  return type.kind === 'map' ? mergeMap(isJsonObject(live) ? live : {}, patch, type) : patch;
};

/**
 * Strategic merge patch for built-in kinds: maps merge, lists merge by the key that the kind declares (sets by value), all other lists
 * are replaced; `$patch`, `$deleteFromPrimitiveList`, `$setElementOrder` and `$retainKeys` are honoured.
 */
export const applyStrategicMergePatch = (live: JsonObject, patch: JsonObject, type: MapField): JsonObject => {
  const merged = mergeValue(live, patch, type);
  return isJsonObject(merged) ? merged : {};
};
