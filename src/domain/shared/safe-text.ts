import { isJsonObject } from './json.ts';
import { forbiddenKeys } from './merge-patch.ts';
import { type FieldProblem, pointerOf } from './problem.ts';

/**
 * Characters that are not seen or that turn what is seen around: controls, format characters (zero-width, bidirectional), lone
 * surrogates, line and paragraph separators, Hangul fillers, non-characters.
 */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u115f\u1160\u3164\uffa0]/u;

const lineBreaks = /[\t\n\r]/g;

/** Text of several lines. */
const multilineFields: readonly string[] = ['additionalTrustBundle', 'trustBundle', 'caCertificates'];

/** Objects of OpenShift, with files and units in them. */
const manifestFields: readonly string[] = ['configs', 'tuning'];

export const isSafeText = (text: string): boolean => !unsafe.test(text);

const checkText = (
  text: string,
  path: readonly (string | number)[],
  what: string,
): readonly FieldProblem[] => {
  const isMultiline =
    multilineFields.includes(String(path.at(-1))) ||
    path.some((part) => manifestFields.includes(String(part)));
  // A key that ends in a line break is what a file holds.
  const line = path.at(-1) === 'sshPublicKey' ? text.trimEnd() : text;
  if (isSafeText(isMultiline ? text.replace(lineBreaks, '') : line)) return [];
  const detail = `${what} holds a character that is not visible or changes the direction of text.`;
  return [{ pointer: pointerOf(...path), code: 'unsafe-text', detail }];
};

/** Every text and every key of a request that must not get into names, logs and terminals. */
export const checkSafeText = (
  value: unknown,
  ...path: readonly (string | number)[]
): readonly FieldProblem[] => {
  if (typeof value === 'string') return checkText(value, path, 'The text');
  if (Array.isArray(value)) return value.flatMap((item, index) => checkSafeText(item, ...path, index));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (forbiddenKeys.includes(key))
      return [
        { pointer: pointerOf(...path, key), code: 'forbidden-key', detail: `The key ${key} is not allowed.` },
      ];
    return [...checkText(key, [...path, key], 'The key'), ...checkSafeText(member, ...path, key)];
  });
};
