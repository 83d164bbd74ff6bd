import type { CharacterSet } from './regex-node.ts';

export type Range = readonly [low: number, high: number];

const codeOf = (character: string): number => character.codePointAt(0) ?? 0;

/** Turns 'a-z0-9_' into ranges; no escapes, three characters a range. */
const rangesOf = (text: string): readonly Range[] => {
  const ranges: Range[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const low = text.charCodeAt(index);
    const isRange = text[index + 1] === '-' && index + 2 < text.length;
    ranges.push([low, isRange ? text.charCodeAt(index + 2) : low]);
    if (isRange) index += 2;
  }
  return ranges;
};

export const single =
  (code: number): CharacterSet =>
  (candidate) =>
    candidate === code;

export const inRanges =
  (ranges: readonly Range[]): CharacterSet =>
  (code) =>
    ranges.some(([low, high]) => code >= low && code <= high);

export const unite =
  (sets: readonly CharacterSet[]): CharacterSet =>
  (code) =>
    sets.some((set) => set(code));

export const negate =
  (set: CharacterSet): CharacterSet =>
  (code) =>
    !set(code);

export const anyCharacter: CharacterSet = () => true;
export const notNewline: CharacterSet = (code) => code !== 0x0a;

const changeCase = (code: number, change: 'toLowerCase' | 'toUpperCase'): number => {
  const changed = String.fromCodePoint(code)[change]();
  const folded = codeOf(changed);
  return String.fromCodePoint(folded) === changed ? folded : code;
};

/** Characters that fold to a letter without being its upper or lower case. */
const otherForms: ReadonlyMap<number, readonly number[]> = new Map([
  [0x6b, [0x212a]],
  [0x73, [0x17f]],
  [0xe5, [0x212b]],
  [0xdf, [0x1e9e]],
  [0x3bc, [0xb5]],
  [0x3c3, [0x3c2]],
  [0x3c9, [0x2126]],
]);

/** The set with every other-case form of its members. */
export const foldCase =
  (set: CharacterSet): CharacterSet =>
  (code) => {
    if (set(code)) return true;
    const lower = changeCase(changeCase(code, 'toUpperCase'), 'toLowerCase');
    const upper = changeCase(lower, 'toUpperCase');
    return [lower, upper, changeCase(code, 'toLowerCase'), ...(otherForms.get(lower) ?? [])].some(set);
  };

export const word = inRanges(rangesOf('0-9A-Za-z_'));
const digit = inRanges(rangesOf('0-9'));
const space = inRanges(rangesOf('\t\n\f\r '));

/** The classes \d \s \w and their negations. */
export const perlClasses: ReadonlyMap<string, CharacterSet> = new Map([
  ['d', digit],
  ['D', negate(digit)],
  ['s', space],
  ['S', negate(space)],
  ['w', word],
  ['W', negate(word)],
]);

/** The classes [:alpha:] and so on. */
export const posixClasses: ReadonlyMap<string, CharacterSet> = new Map([
  ['alnum', inRanges(rangesOf('0-9A-Za-z'))],
  ['alpha', inRanges(rangesOf('A-Za-z'))],
  ['ascii', inRanges([[0, 0x7f]])],
  ['blank', inRanges(rangesOf('\t '))],
  [
    'cntrl',
    inRanges([
      [0, 0x1f],
      [0x7f, 0x7f],
    ]),
  ],
  ['digit', digit],
  ['graph', inRanges(rangesOf('!-~'))],
  ['lower', inRanges(rangesOf('a-z'))],
  ['print', inRanges(rangesOf(' -~'))],
  ['punct', inRanges(rangesOf('!-/:-@[-`{-~'))],
  ['space', inRanges(rangesOf('\t-\r '))],
  ['upper', inRanges(rangesOf('A-Z'))],
  ['word', word],
  ['xdigit', inRanges(rangesOf('0-9A-Fa-f'))],
]);

const propertyMatcher = (name: string): RegExp | undefined => {
  const attempts = [`\\p{${name}}`, `\\p{Script=${name}}`];
  for (const attempt of attempts) {
    try {
      return new RegExp(`^${attempt}$`, 'u');
    } catch {
      // Not a property of that form; try the next.
    }
  }
  return undefined;
};

/** A Unicode general category or script, such as L, Lu or Greek. */
export const unicodeProperty = (name: string): CharacterSet | undefined => {
  if (name === 'Any') return anyCharacter;
  const matcher = /^[A-Za-z_]+$/.test(name) ? propertyMatcher(name) : undefined;
  return matcher && ((code) => matcher.test(String.fromCodePoint(code)));
};
