import { isJsonObject, type JsonObject, type JsonValue } from '../../../domain/shared/json.ts';
import { type FieldType, type ListField, type MapField, memberType, shapeOf } from '../fields/field-type.ts';
import { emptySet, type FieldSet, leaf, nodeOf } from './field-set.ts';
import { fieldElement, itemsByElement } from './path-element.ts';

const isEmptyMap = (value: JsonValue): boolean => isJsonObject(value) && Object.keys(value).length === 0;

const setOfMap = (value: JsonObject, type: MapField): FieldSet => {
  const children: [string, FieldSet][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const below = fieldSetOf(member, memberType(type, name));
    const own = member === null || isEmptyMap(member) || !type.fields.has(name);
    children.push([fieldElement(name), own ? { ...below, member: true } : below]);
  }
  return nodeOf(false, children);
};

const setOfList = (value: readonly JsonValue[], type: ListField): FieldSet => {
  const children: [string, FieldSet][] = [];
  for (const [element, item] of itemsByElement(type, value)) {
    children.push([element, { ...fieldSetOf(item, type.element), member: true }]);
  }
  return nodeOf(false, children);
};

/** The fields that a value sets: what an applier owns. structured-merge-diff, `typed/tofieldset.go`. */
export const fieldSetOf = (value: JsonValue | undefined, declared: FieldType): FieldSet => {
  const type = shapeOf(declared, value);
  if (type.kind === 'scalar') return leaf;
  if (type.kind === 'map') {
    if (type.atomic) return leaf;
    return isJsonObject(value) ? setOfMap(value, type) : emptySet;
  }
  if (type.relation === 'atomic') return leaf;
  return Array.isArray(value) ? setOfList(value, type) : emptySet;
};

/**
 * Adds to a set the declared fields on the way to its members: a set with `a.b.c` comes to own struct fields `a` and `a.b`
 * too, but not the keys of maps. structured-merge-diff, `fieldpath/set.go` EnsureNamedFieldsAreMembers.
 */
export const ensureNamedFields = (set: FieldSet, declared: FieldType): FieldSet => {
  const children: [string, FieldSet][] = [];
  for (const [element, child] of set.children) {
    const isField = element.startsWith('f:');
    const name = element.slice(2);
    const named = isField && declared.kind === 'map' && declared.fields.has(name);
    const type: FieldType =
      isField && declared.kind === 'map'
        ? memberType(declared, name)
        : declared.kind === 'list'
          ? declared.element
          : { kind: 'free' };
    const below = ensureNamedFields(child, type);
    children.push([element, named ? { ...below, member: true } : below]);
  }
  return nodeOf(set.member, children);
};
