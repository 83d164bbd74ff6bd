import type { JsonObject } from '../../../domain/shared/json.ts';
import { type FieldPath, leavesOf, overlay, removeLeaf, valueAt } from './field-paths.ts';

/** Two owners are enough to show what apply keeps and removes: what we applied, and everybody else's plain writes. */
export interface Ownership {
  readonly applied: ReadonlySet<FieldPath>;
  readonly others: ReadonlySet<FieldPath>;
}

export const noOwners: Ownership = { applied: new Set(), others: new Set() };

/** Server-side apply with force: our fields win, fields that we applied before and send no more go, unless another owns them too. */
export const applyFields = (
  current: JsonObject,
  wanted: JsonObject,
  owners: Ownership,
): { object: JsonObject; owners: Ownership } => {
  const applied = leavesOf(wanted);
  const object = structuredClone(current) as JsonObject;
  for (const path of owners.applied) {
    if (!applied.has(path) && !owners.others.has(path)) removeLeaf(object, path);
  }
  overlay(object, wanted);
  const others = new Set(
    [...owners.others].filter((path) => isSame(valueAt(object, path), valueAt(current, path))),
  );
  return { object, owners: { applied, others } };
};

/** Any other write: what it changed belongs to the others from then on. */
export const updateFields = (before: JsonObject, after: JsonObject, owners: Ownership): Ownership => {
  const leaves = leavesOf(after);
  const touched = [...leaves].filter((path) => !isSame(valueAt(before, path), valueAt(after, path)));
  return {
    applied: new Set([...owners.applied].filter((path) => leaves.has(path) && !touched.includes(path))),
    others: new Set([...owners.others, ...touched].filter((path) => leaves.has(path))),
  };
};

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
