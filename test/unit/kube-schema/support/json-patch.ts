import { isJsonObject, type JsonObject, type JsonValue } from '../../../../src/domain/shared/json.ts';

const tokensOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));

const patchList = (
  list: readonly JsonValue[],
  token: string,
  change: (value: JsonValue | undefined) => JsonValue | undefined,
  isInsert: boolean,
): readonly JsonValue[] => {
  const index = token === '-' ? list.length : Number(token);
  const value = change(isInsert ? undefined : list[index]);
  return list.toSpliced(index, isInsert ? 0 : 1, ...(value === undefined ? [] : [value]));
};

const patchAt = (
  value: JsonValue | undefined,
  [token, ...rest]: readonly string[],
  change: (value: JsonValue | undefined) => JsonValue | undefined,
  isAdd: boolean,
): JsonValue | undefined => {
  if (token === undefined) return change(value);
  const next = (child: JsonValue | undefined) => patchAt(child, rest, change, isAdd);
  if (Array.isArray(value)) return patchList(value, token, next, isAdd && rest.length === 0);
  if (!isJsonObject(value)) throw new Error(`nothing to patch at ${token}`);
  return { ...value, [token]: next(value[token]) };
};

/** RFC 6902 add, replace and remove: what the suites may do to a CRD. */
export const applyJsonPatch = (target: JsonObject, operations: readonly JsonValue[]): JsonObject => {
  const patched = operations.reduce<JsonValue>((current, operation) => {
    if (!isJsonObject(operation)) throw new Error('a patch operation must be an object');
    const { op, path, value } = operation;
    if (!['add', 'replace', 'remove'].includes(String(op))) throw new Error(`unknown patch operation ${op}`);
    return (
      patchAt(current, tokensOf(String(path)), () => (op === 'remove' ? undefined : value), op === 'add') ??
      {}
    );
  }, target);
  if (!isJsonObject(patched)) throw new Error('the patch left no object');
  return patched;
};
