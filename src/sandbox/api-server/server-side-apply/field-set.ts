import { isJsonObject, type JsonObject } from '../../../domain/shared/json.ts';

/**
 * A set of field paths as a tree. `member` says that the path of this node itself is in the set.
 * Children are keyed by path element as FieldsV1 writes it: `f:name`, `k:{"type":"Ready"}`, `v:"value"`.
 */
export interface FieldSet {
  readonly member: boolean;
  readonly children: ReadonlyMap<string, FieldSet>;
}

const none: ReadonlyMap<string, FieldSet> = new Map();

export const emptySet: FieldSet = { member: false, children: none };
export const leaf: FieldSet = { member: true, children: none };

/** Makes a node; children without any member below them are left out, so that an empty set has one form. */
export const nodeOf = (member: boolean, children: Iterable<readonly [string, FieldSet]>): FieldSet => {
  const kept = new Map<string, FieldSet>();
  for (const [element, child] of children) if (!isEmptySet(child)) kept.set(element, child);
  return { member, children: kept };
};

export const isEmptySet = (set: FieldSet): boolean => !set.member && set.children.size === 0;

export const childOf = (set: FieldSet, element: string): FieldSet => set.children.get(element) ?? emptySet;

export const unionOf = (left: FieldSet, right: FieldSet): FieldSet => {
  if (isEmptySet(left)) return right;
  if (isEmptySet(right)) return left;
  const children = new Map(left.children);
  for (const [element, child] of right.children) {
    const other = children.get(element);
    children.set(element, other ? unionOf(other, child) : child);
  }
  return { member: left.member || right.member, children };
};

export const intersectionOf = (left: FieldSet, right: FieldSet): FieldSet => {
  const children: [string, FieldSet][] = [];
  for (const [element, child] of left.children) {
    const other = right.children.get(element);
    if (other) children.push([element, intersectionOf(child, other)]);
  }
  return nodeOf(left.member && right.member, children);
};

export const differenceOf = (left: FieldSet, right: FieldSet): FieldSet => {
  if (isEmptySet(right) || isEmptySet(left)) return left;
  const children: [string, FieldSet][] = [];
  for (const [element, child] of left.children) {
    const other = right.children.get(element);
    children.push([element, other ? differenceOf(child, other) : child]);
  }
  return nodeOf(left.member && !right.member, children);
};

export const setsEqual = (left: FieldSet, right: FieldSet): boolean => {
  if (left === right) return true;
  if (left.member !== right.member || left.children.size !== right.children.size) return false;
  for (const [element, child] of left.children) {
    const other = right.children.get(element);
    if (!other || !setsEqual(child, other)) return false;
  }
  return true;
};

/** Every member path, as lists of path elements: at each level first the members, then what is below them. */
export const pathsOf = function* (
  set: FieldSet,
  prefix: readonly string[] = [],
): Generator<readonly string[]> {
  const children = [...set.children].sort(([left], [right]) => (left < right ? -1 : 1));
  for (const [element, child] of children) if (child.member) yield [...prefix, element];
  for (const [element, child] of children) yield* pathsOf(child, [...prefix, element]);
};

const nodeFromJson = (value: JsonObject): FieldSet => {
  const entries = Object.entries(value);
  if (entries.length === 0) return leaf;
  const children: [string, FieldSet][] = [];
  for (const [element, child] of entries) {
    if (element !== '.' && isJsonObject(child)) children.push([element, nodeFromJson(child)]);
  }
  return nodeOf(Object.hasOwn(value, '.'), children);
};

/** Reads FieldsV1. */
export const setFromFieldsV1 = (fields: JsonObject): FieldSet => {
  const children = Object.entries(fields).flatMap(([element, child]): [string, FieldSet][] =>
    element !== '.' && isJsonObject(child) ? [[element, nodeFromJson(child)]] : [],
  );
  return nodeOf(false, children);
};

/** Writes FieldsV1, elements sorted. */
export const fieldsV1Of = (set: FieldSet): JsonObject => {
  const own: [string, JsonObject][] = set.member && set.children.size > 0 ? [['.', {}]] : [];
  const children = [...set.children]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([element, child]): [string, JsonObject] => [element, fieldsV1Of(child)]);
  return Object.fromEntries([...own, ...children]);
};
