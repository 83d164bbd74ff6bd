import { isJsonObject, type JsonObject, type JsonValue } from '../../../domain/shared/json.ts';
import { memberOf } from '../objects/api-object.ts';

/** RFC 6901. Throws on a pointer that is not one. */
export const parsePointer = (pointer: string): readonly string[] => {
  if (pointer === '') return [];
  if (!pointer.startsWith('/'))
    throw new RangeError(`the JSON pointer ${JSON.stringify(pointer)} does not start with "/"`);
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
};

const missing = (token: string): RangeError =>
  new RangeError(`the path does not exist: nothing at ${JSON.stringify(token)}`);

const indexOf = (token: string, length: number): number => {
  if (!/^(0|[1-9][0-9]*)$/.test(token) || Number(token) >= length) throw missing(token);
  return Number(token);
};

export const getAtPointer = (value: JsonValue, path: readonly string[]): JsonValue => {
  let current = value;
  for (const token of path) {
    const next = Array.isArray(current)
      ? (current as readonly JsonValue[])[indexOf(token, current.length)]
      : isJsonObject(current)
        ? memberOf(current, token)
        : undefined;
    if (next === undefined) throw missing(token);
    current = next;
  }
  return current;
};

type Edit = (container: JsonObject | readonly JsonValue[], token: string) => JsonValue;

const withMember = (object: JsonObject, key: string, value: JsonValue): JsonObject =>
  Object.fromEntries([...Object.entries(object).filter(([name]) => name !== key), [key, value]]);

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

/** A copy of `value` in which the container at the end of `path` was edited. */
const editAt = (value: JsonValue, path: readonly string[], edit: Edit): JsonValue => {
  const [token = '', ...rest] = path;
  if (!isList(value) && !isJsonObject(value)) throw missing(token);
  if (rest.length === 0) return edit(value, token);
  const child = editAt(getAtPointer(value, [token]), rest, edit);
  return isList(value) ? value.with(Number(token), child) : withMember(value, token, child);
};

export const addAtPointer = (value: JsonValue, path: readonly string[], added: JsonValue): JsonValue => {
  if (path.length === 0) return added;
  return editAt(value, path, (container, token) => {
    if (!isList(container)) return withMember(container, token, added);
    const index = token === '-' ? container.length : indexOf(token, container.length + 1);
    return container.toSpliced(index, 0, added);
  });
};

export const removeAtPointer = (value: JsonValue, path: readonly string[]): JsonValue => {
  if (path.length === 0) return null;
  return editAt(value, path, (container, token) => {
    if (isList(container)) return container.toSpliced(indexOf(token, container.length), 1);
    if (memberOf(container, token) === undefined) throw missing(token);
    return Object.fromEntries(Object.entries(container).filter(([name]) => name !== token));
  });
};

export const replaceAtPointer = (value: JsonValue, path: readonly string[], next: JsonValue): JsonValue => {
  if (path.length === 0) return next;
  return editAt(value, path, (container, token) => {
    if (isList(container)) return container.with(indexOf(token, container.length), next);
    if (memberOf(container, token) === undefined) throw missing(token);
    return withMember(container, token, next);
  });
};
