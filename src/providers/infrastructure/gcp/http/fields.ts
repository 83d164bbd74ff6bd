import type { JsonObject } from '../../../../domain/shared/json.ts';

/** Google writes 64-bit numbers as text. */
export const numberOf = (object: JsonObject | undefined, member: string): number | undefined => {
  const value = object?.[member];
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

/** The same texts, in any order. */
export const sameTexts = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((text) => right.includes(text));
