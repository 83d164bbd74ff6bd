import { isJsonObject } from './json.ts';

/** Equal as JSON: lists by order, objects by their members; an undefined member is none. */
export const sameJson = (left: unknown, right: unknown): boolean => {
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, index) => sameJson(item, right[index]));
  if (!isJsonObject(left) || !isJsonObject(right)) return Object.is(left, right);
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].every((key) => sameJson(left[key], right[key]));
};
