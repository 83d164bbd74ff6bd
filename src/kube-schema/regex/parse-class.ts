import {
  foldCase,
  inRanges,
  negate,
  perlClasses,
  posixClasses,
  unicodeProperty,
  unite,
} from './character-sets.ts';
import type { PatternReader } from './pattern-reader.ts';
import { type CharacterSet, RegexError } from './regex-node.ts';

const namedEscapes: Readonly<Record<string, number>> = { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 };

const codeOf = (character: string): number => character.codePointAt(0) ?? 0;

const readHex = (reader: PatternReader, start: number): number => {
  const digits = reader.skip('{') ? reader.readUntil('}') : reader.next() + reader.next();
  const code = digits !== undefined && /^[0-9a-fA-F]+$/.test(digits) ? Number.parseInt(digits, 16) : -1;
  if (code < 0 || code > 0x10ffff) throw new RegexError('invalid escape sequence', reader.textSince(start));
  return code;
};

const readOctal = (reader: PatternReader, first: string): number => {
  let digits = first;
  while (digits.length < 3 && /^[0-7]$/.test(reader.peek())) digits += reader.next();
  return Number.parseInt(digits, 8);
};

/** Reads an escape that stands for one character; the reader is behind the backslash. */
export const readEscapedCharacter = (reader: PatternReader): number => {
  const start = reader.position - 1;
  if (reader.atEnd) throw new RegexError('trailing backslash at end of expression', '');
  const character = reader.next();
  if (character === 'x') return readHex(reader, start);
  const isOctal = character === '0' || (/^[1-7]$/.test(character) && /^[0-7]$/.test(reader.peek()));
  if (isOctal) return readOctal(reader, character);
  const named = namedEscapes[character];
  if (named !== undefined) return named;
  if (codeOf(character) < 0x80 && !/^[0-9A-Za-z]$/.test(character)) return codeOf(character);
  throw new RegexError('invalid escape sequence', reader.textSince(start));
};

const readProperty = (reader: PatternReader, ignoreCase: boolean): CharacterSet => {
  const start = reader.position;
  reader.next();
  const negated = reader.next() === 'P';
  const name = reader.skip('{') ? reader.readUntil('}') : reader.next();
  const inverted = name?.startsWith('^') ?? false;
  const set = unicodeProperty(name?.replace(/^\^/, '') ?? '');
  if (set === undefined) throw new RegexError('invalid character class range', reader.textSince(start));
  const folded = ignoreCase ? foldCase(set) : set;
  return negated !== inverted ? negate(folded) : folded;
};

/** Reads \d, \pL and their kind when one is next. */
export const readNamedClass = (reader: PatternReader, ignoreCase: boolean): CharacterSet | undefined => {
  if (reader.peek() !== '\\') return undefined;
  const name = reader.peek(1);
  if (name === 'p' || name === 'P') return readProperty(reader, ignoreCase);
  const perl = perlClasses.get(name);
  if (perl === undefined) return undefined;
  reader.skip(`\\${name}`);
  return perl;
};

const readPosixClass = (reader: PatternReader): CharacterSet | undefined => {
  const start = reader.position;
  if (!reader.skip('[:')) return undefined;
  const name = reader.readUntil(':]');
  if (name === undefined) {
    reader.rewind(start);
    return undefined;
  }
  const set = posixClasses.get(name.replace(/^\^/, ''));
  if (set === undefined) throw new RegexError('invalid character class range', reader.textSince(start));
  return name.startsWith('^') ? negate(set) : set;
};

const readClassCharacter = (reader: PatternReader, start: number): number => {
  if (reader.atEnd) throw new RegexError('missing closing ]', reader.textSince(start));
  return reader.skip('\\') ? readEscapedCharacter(reader) : codeOf(reader.next());
};

const readRange = (reader: PatternReader, start: number): CharacterSet => {
  const rangeStart = reader.position;
  const low = readClassCharacter(reader, start);
  if (reader.peek() !== '-' || reader.peek(1) === ']' || reader.peek(1) === '') return inRanges([[low, low]]);
  reader.next();
  const high = readClassCharacter(reader, start);
  if (high < low) throw new RegexError('invalid character class range', reader.textSince(rangeStart));
  return inRanges([[low, high]]);
};

/** Reads a bracketed class; the reader is on the bracket. */
export const readClass = (reader: PatternReader, ignoreCase: boolean): CharacterSet => {
  const start = reader.position;
  reader.skip('[');
  const negated = reader.skip('^');
  const parts: CharacterSet[] = [];
  for (let first = true; first || reader.peek() !== ']'; first = false) {
    if (reader.atEnd) throw new RegexError('missing closing ]', reader.textSince(start));
    const named = readPosixClass(reader) ?? readNamedClass(reader, ignoreCase);
    parts.push(named ?? readRange(reader, start));
  }
  reader.skip(']');
  const set = ignoreCase ? foldCase(unite(parts)) : unite(parts);
  return negated ? negate(set) : set;
};
