import { isJsonObject, type JsonObject, type JsonValue } from '../../../domain/shared/json.ts';
import { type FieldType, type ListField, type MapField, memberType, shapeOf } from '../fields/field-type.ts';
import { childOf, type FieldSet, isEmptySet } from './field-set.ts';
import { fieldElement, itemElement } from './path-element.ts';

type Value = JsonValue | undefined;

const removeFromMap = (value: JsonObject, set: FieldSet, type: MapField): Value => {
  const kept: [string, Value][] = [];
  for (const [name, member] of Object.entries(value)) {
    const below = childOf(set, fieldElement(name));
    if (below.member) continue;
    const rest = isEmptySet(below) ? member : removeFields(member, below, memberType(type, name));
    if (rest !== undefined) kept.push([name, rest]);
  }
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
};

const removeFromList = (items: readonly JsonValue[], set: FieldSet, type: ListField): Value => {
  const kept: JsonValue[] = [];
  items.forEach((item, index) => {
    const below = childOf(set, itemElement(type, item) ?? `i:${index}`);
    if (below.member) return;
    const rest = isEmptySet(below) ? item : removeFields(item, below, type.element);
    if (rest !== undefined) kept.push(rest);
  });
  return kept.length > 0 ? kept : undefined;
};

/**
 * The value without the members of a set; a container that ends up empty goes too.
 * structured-merge-diff, `typed/remove.go`.
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
