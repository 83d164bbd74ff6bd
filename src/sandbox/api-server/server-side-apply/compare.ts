import { isJsonObject, type JsonObject, type JsonValue } from '../../../domain/shared/json.ts';
import { equalJson } from '../../../kube-schema/json-equality.ts';
import { type FieldType, type ListField, type MapField, memberType, shapeOf } from '../fields/field-type.ts';
import { memberOf } from '../objects/api-object.ts';
import { emptySet, type FieldSet, leaf, nodeOf } from './field-set.ts';
import { fieldElement, itemsByElement } from './path-element.ts';

export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

type Value = JsonValue | undefined;

const same: Comparison = { added: emptySet, modified: emptySet, removed: emptySet };

const compareLeaves = (before: Value, after: Value): Comparison => {
  if (before === undefined) return after === undefined ? same : { ...same, added: leaf };
  if (after === undefined) return { ...same, removed: leaf };
  return equalJson(before, after) ? same : { ...same, modified: leaf };
};

const isEmptyContainer = (value: Value): boolean =>
  value === undefined ||
  value === null ||
  (Array.isArray(value) ? value.length === 0 : isJsonObject(value) && Object.keys(value).length === 0);

const join = (parts: readonly (readonly [string, Comparison])[]): Comparison => ({
  added: nodeOf(
    false,
    parts.map(([element, part]) => [element, part.added] as const),
  ),
  modified: nodeOf(
    false,
    parts.map(([element, part]) => [element, part.modified] as const),
  ),
  removed: nodeOf(
    false,
    parts.map(([element, part]) => [element, part.removed] as const),
  ),
});

/** A container that came or went is itself a change, beside its contents. */
const withContainer = (before: Value, after: Value, inner: Comparison): Comparison => {
  if (before === undefined) return { ...inner, added: { ...inner.added, member: true } };
  if (after === undefined) return { ...inner, removed: { ...inner.removed, member: true } };
  return inner;
};

const compareMaps = (before: Value, after: Value, type: MapField): Comparison => {
  const left: JsonObject = isJsonObject(before) ? before : {};
  const right: JsonObject = isJsonObject(after) ? after : {};
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  const parts: [string, Comparison][] = [];
  for (const name of names) {
    const part = compareValues(memberOf(left, name), memberOf(right, name), memberType(type, name));
    if (part !== same) parts.push([fieldElement(name), part]);
  }
  return withContainer(before, after, parts.length === 0 ? same : join(parts));
};

const compareLists = (before: Value, after: Value, type: ListField): Comparison => {
  const left = itemsByElement(type, Array.isArray(before) ? before : []);
  const right = itemsByElement(type, Array.isArray(after) ? after : []);
  const parts: [string, Comparison][] = [];
  for (const element of new Set([...left.keys(), ...right.keys()])) {
    const part = compareValues(left.get(element), right.get(element), type.element);
    if (part !== same) parts.push([element, part]);
  }
  return withContainer(before, after, parts.length === 0 ? same : join(parts));
};

const compareAs = (before: Value, after: Value, type: ReturnType<typeof shapeOf>): Comparison => {
  if (type.kind === 'scalar') return compareLeaves(before, after);
  const whole = type.kind === 'map' ? type.atomic : type.relation === 'atomic';
  if (whole || (isEmptyContainer(before) && isEmptyContainer(after))) return compareLeaves(before, after);
  return type.kind === 'map' ? compareMaps(before, after, type) : compareLists(before, after, type);
};

/** The value turned from one form into another, for example from text into a map: all that was below it went or came. */
const compareForms = (before: Value, after: Value, declared: FieldType): Comparison => ({
  added: { ...compareAs(undefined, after, shapeOf(declared, after)).added, member: false },
  modified: leaf,
  removed: { ...compareAs(before, undefined, shapeOf(declared, before)).removed, member: false },
});

/** Which fields differ between two values. structured-merge-diff, `typed/compare.go`. */
export const compareValues = (before: Value, after: Value, declared: FieldType): Comparison => {
  if (before === after) return same;
  const type = shapeOf(declared, after ?? before);
  const comparable = before === undefined || before === null || after === undefined || after === null;
  if (comparable || shapeOf(declared, before).kind === type.kind) return compareAs(before, after, type);
  return compareForms(before, after, declared);
};
