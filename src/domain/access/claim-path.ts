import { isJsonObject, type JsonObject } from '../shared/json.ts';

/** Of the text of a path, and of the members that it names. */
export const maxPathLength = 256;
const maxPathDepth = 8;

/** No issuer names a claim so; who writes it tries something. */
const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

/** Dots between members; `\.` is a dot inside one, as in `https://example\.com/roles`, and `\\` a backslash. */
const wholePath = /^(?:\\[\\.]|[^.\\])+(?:\.(?:\\[\\.]|[^.\\])+)*$/;
const onePart = /(?:\\.|[^.\\])+/g;

/** The members that lead to a claim, or undefined when the text is no path: empty members, too long, too deep. */
export const parseClaimPath = (path: string): readonly string[] | undefined => {
  if (path.length > maxPathLength || !wholePath.test(path)) return undefined;
  const parts = [...path.matchAll(onePart)].map(([part]) => part.replaceAll(/\\(.)/g, '$1'));
  return parts.length > maxPathDepth || parts.some((part) => forbidden.has(part)) ? undefined : parts;
};

/** The value of a claim by its path, such as `groups` or `realm_access.roles`. Only own members of objects are followed. */
export const readClaim = (claims: JsonObject, path: string): unknown => {
  const parts = parseClaimPath(path);
  if (parts === undefined) return undefined;
  return parts.reduce<unknown>(
    (value, part) => (isJsonObject(value) && Object.hasOwn(value, part) ? value[part] : undefined),
    claims,
  );
};

/** The texts of a claim that is a list of texts; of a single text a list of one; else none. */
export const readClaimTexts = (claims: JsonObject, path: string): readonly string[] => {
  const value = readClaim(claims, path);
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
};
