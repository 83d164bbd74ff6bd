import { isJsonObject, type JsonObject, type JsonValue } from '../../../domain/shared/json.ts';
import { type FieldType, type ListField, type MapField, memberType, shapeOf } from '../fields/field-type.ts';
import { childOf, type FieldSet, isEmptySet } from './field-set.ts';
import { fieldElement, itemElement } from './path-element.ts';

type Value = JsonValue | undefined;

const removeFromMap = (value: JsonObject, set: FieldSet, type: MapField): JsonValue => {
  const kept: [string, Value][] = [];
  for (const [name, member] of Object.entries(value)) {
    const below = childOf(set, fieldElement(name));
    if (below.member) continue;
    kept.push([name, isEmptySet(below) ? member : removeFields(member, below, memberType(type, name))]);
  }
  return kept.length > 0 ? Object.fromEntries(kept) : null;
};

const removeFromList = (items: readonly JsonValue[], set: FieldSet, type: ListField): JsonValue => {
  const kept: JsonValue[] = [];
  items.forEach((item, index) => {
    const below = childOf(set, itemElement(type, item) ?? `i:${index}`);
    if (below.member) return;
    kept.push(isEmptySet(below) ? item : (removeFields(item, below, type.element) ?? null));
  });
  return kept.length > 0 ? kept : null;
};

/**
 * The value without the members of a set. A container that ends up empty becomes null: it is still there for the comparisons
 * that follow, and reading the result drops it. structured-merge-diff, `typed/remove.go`.
 */
export const removeFields = (value: Value, set: FieldSet, declared: FieldType): Value => {
  const type = shapeOf(declared, value);
  if (type.kind === 'map' && !type.atomic && isJsonObject(value)) {
    return Object.keys(value).length === 0 ? value : removeFromMap(value, set, type);
  }
  if (type.kind === 'list' && type.relation !== 'atomic' && Array.isArray(value)) {
    return value.length === 0 ? value : removeFromList(value, set, type);
  }
  return value;
};
