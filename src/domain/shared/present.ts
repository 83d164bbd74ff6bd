import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';

const isEmpty = (value: unknown): boolean => {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.keys(value).length === 0;
};

/** The value, or undefined when it is an empty text, list or object: cleared and never set are the same. */
export const filled = <T>(value: T | undefined): T | undefined => (isEmpty(value) ? undefined : value);

/** The object without its undefined members: in a server-side apply an absent member is a member given up. */
export const members = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

/** As `members`, and undefined when none is left. */
export const filledMembers = (object: JsonObject): JsonObject | undefined => filled(members(object));

const pruned = (value: JsonValue | undefined): JsonValue | undefined => {
  if (Array.isArray(value)) return filled(value.map(pruned).filter((item) => item !== undefined));
  if (!isJsonObject(value)) return filled(value);
  return filledMembers(
    Object.fromEntries(Object.entries(value).map(([name, member]) => [name, pruned(member)])),
  );
};

/** A copy without what is empty at any depth; undefined when nothing is left. */
export const filledDeep = (value: unknown): JsonValue | undefined => pruned(value as JsonValue | undefined);
