import { isJsonObject, type JsonObject, type JsonValue } from '../../../domain/shared/json.ts';
import { type FieldType, type ListField, type MapField, memberType, shapeOf } from '../fields/field-type.ts';
import { memberOf } from '../objects/api-object.ts';
import { itemElement, itemsByElement } from './path-element.ts';

type Value = JsonValue | undefined;

const isBlank = (value: Value): boolean =>
  value === undefined ||
  value === null ||
  (Array.isArray(value) ? value.length === 0 : isJsonObject(value) && Object.keys(value).length === 0);

const mergeMaps = (live: Value, applied: Value, type: MapField): JsonObject => {
  const left: JsonObject = isJsonObject(live) ? live : {};
  const right: JsonObject = isJsonObject(applied) ? applied : {};
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  const members: [string, Value][] = [];
  for (const name of names) {
    members.push([name, mergeValues(memberOf(left, name), memberOf(right, name), memberType(type, name))]);
  }
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
};

const elementsOf = (type: ListField, items: readonly JsonValue[]): readonly string[] =>
  items.map((item, index) => itemElement(type, item) ?? `i:${index}`);

/**
 * Items of both lists stand in the applied order; items that only the live list has keep their place between their neighbours.
 * structured-merge-diff, `typed/merge.go` visitListItems.
 */
const mergeLists = (
  live: readonly JsonValue[],
  applied: readonly JsonValue[],
  type: ListField,
): JsonValue[] => {
  const leftElements = elementsOf(type, live);
  const rightElements = elementsOf(type, applied);
  const left = itemsByElement(type, live);
  const right = itemsByElement(type, applied);
  const shared = rightElements.filter((element) => left.has(element));
  const taken = new Set<string>();
  const merged: JsonValue[] = [];
  const take = (element: string, fromLive: Value, fromApplied: Value) => {
    const item = mergeValues(fromLive, fromApplied, type.element);
    if (item !== undefined) merged.push(item);
    if (fromApplied !== undefined) taken.add(element);
    if (shared[0] === element) shared.shift();
  };
  let l = 0;
  let r = 0;
  while (l < live.length || r < applied.length) {
    const leftElement = leftElements[l];
    const rightElement = rightElements[r];
    if (leftElement !== undefined && leftElement === rightElement) {
      take(leftElement, left.get(leftElement), right.get(leftElement));
      l += 1;
      r += 1;
      continue;
    }
    if (leftElement !== undefined && rightElement !== undefined && right.has(leftElement)) {
      if (shared[0] !== undefined && shared[0] !== leftElement) {
        l += 1;
        continue;
      }
    }
    if (leftElement !== undefined && !right.has(leftElement)) {
      take(leftElement, live[l], undefined);
      l += 1;
      continue;
    }
    if (leftElement !== undefined && taken.has(leftElement)) l += 1;
    if (rightElement !== undefined) {
      take(rightElement, left.get(rightElement), right.get(rightElement));
      r += 1;
    }
  }
  return merged;
};

/** Lays an applied configuration over the live value; what is only live stays. structured-merge-diff, `typed/merge.go`. */
export const mergeValues = (live: Value, applied: Value, declared: FieldType): Value => {
  if (applied === undefined) return live;
  const type = shapeOf(declared, applied);
  if (type.kind === 'scalar' || (isBlank(live) && isBlank(applied))) return applied;
  if (type.kind === 'map') return type.atomic ? applied : mergeMaps(live, applied, type);
  if (type.relation === 'atomic') return applied;
  return mergeLists(Array.isArray(live) ? live : [], Array.isArray(applied) ? applied : [], type);
};
