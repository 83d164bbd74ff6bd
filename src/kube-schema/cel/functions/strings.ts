import { compileRegex, type Regex, RegexError } from '../../regex/regex.ts';
import { listOfTexts } from '../collections.ts';
import { CelError, type CelList, type CelValue } from '../values.ts';
import { type CelFunction, defineGlobal, defineMember } from './define.ts';

const charactersOf = (text: string): readonly string[] => Array.from(text);

const outOfRange = (index: bigint): CelError => new CelError(`index out of range: ${index}`);

const checkIndex = (index: bigint, length: number): number => {
  if (index < 0n || index > BigInt(length)) throw outOfRange(index);
  return Number(index);
};

const startsAt = (text: readonly string[], part: readonly string[], from: number): boolean =>
  part.every((character, offset) => text[from + offset] === character);

const findForward = (text: string, part: string, offset: bigint): bigint => {
  if (part === '') return offset;
  if (offset < 0n) throw outOfRange(offset);
  const [all, wanted] = [charactersOf(text), charactersOf(part)];
  for (let from = Number(offset); from <= all.length - wanted.length; from += 1)
    if (startsAt(all, wanted, from)) return BigInt(from);
  return -1n;
};

const findBackward = (text: string, part: string, offset: bigint | undefined): bigint => {
  const [all, wanted] = [charactersOf(text), charactersOf(part)];
  if (part === '') return offset ?? BigInt(all.length);
  if (offset !== undefined && offset < 0n) throw outOfRange(offset);
  if (offset !== undefined && offset >= BigInt(all.length)) return -1n;
  const last = all.length - wanted.length;
  for (let from = Math.min(Number(offset ?? last), last); from >= 0; from -= 1)
    if (startsAt(all, wanted, from)) return BigInt(from);
  return -1n;
};

const cutOut = (text: string, start: bigint, end?: bigint): string => {
  const all = charactersOf(text);
  if (end !== undefined && start > end)
    throw new CelError(`invalid substring range. start: ${start}, end: ${end}`);
  const from = checkIndex(start, all.length);
  return all.slice(from, end === undefined ? all.length : checkIndex(end, all.length)).join('');
};

/** As Go: an empty separator splits into characters; a limit of zero gives nothing, a negative one has no effect. */
const split = (text: string, separator: string, limit: bigint): CelValue => {
  if (limit === 0n) return listOfTexts([]);
  const parts = separator === '' ? charactersOf(text) : text.split(separator);
  if (limit < 0n || BigInt(parts.length) <= limit) return listOfTexts(parts);
  const head = parts.slice(0, Number(limit) - 1);
  return listOfTexts([...head, parts.slice(Number(limit) - 1).join(separator)]);
};

const replace = (text: string, from: string, to: string, limit: bigint): string => {
  if (limit < 0n) return text.replaceAll(from, () => to);
  if (limit === 0n || text === '') return limit === 0n ? text : replace(text, from, to, -1n);
  const parts = from === '' ? ['', ...charactersOf(text), ''] : text.split(from);
  const places = Math.min(Number(limit), parts.length - 1);
  const head = parts.slice(0, places + 1).join(to);
  return [head, ...parts.slice(places + 1)].join(from);
};

const join = (list: CelList, separator: string): string => {
  const parts: string[] = [];
  for (const item of list) {
    if (typeof item !== 'string') throw new CelError(`join: invalid input: ${String(item)}`);
    parts.push(item);
  }
  return parts.join(separator);
};

const changeAscii = (text: string, pattern: RegExp, change: (part: string) => string): string =>
  text.replaceAll(pattern, change);

/** The characters that Go calls white space. */
const trim = (text: string): string =>
  text.replaceAll(
    /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+|[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+$/g,
    '',
  );

const quoteEscapes: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
};

const quote = (text: string): string =>
  `"${Array.from(text, (character) => quoteEscapes[character] ?? character).join('')}"`;

const compile = (pattern: string): Regex => {
  try {
    return compileRegex(pattern);
  } catch (error) {
    if (error instanceof RegexError) throw new CelError(error.message);
    throw error;
  }
};

/** Patterns stand in rules as literals nearly always, so each is compiled once. */
const makePatternCache = (): ((pattern: string) => Regex) => {
  const cache = new Map<string, Regex>();
  return (pattern) => {
    const known = cache.get(pattern);
    if (known !== undefined) return known;
    const regex = compile(pattern);
    if (cache.size < 1000) cache.set(pattern, regex);
    return regex;
  };
};

/** String functions of CEL, of its string extension, and Kubernetes' regular expressions. */
export const makeStringFunctions = (): readonly CelFunction[] => {
  const regexOf = makePatternCache();
  return [
    defineMember('contains', ['string', 'string'], (text, part) => text.includes(part)),
    defineMember('startsWith', ['string', 'string'], (text, part) => text.startsWith(part)),
    defineMember('endsWith', ['string', 'string'], (text, part) => text.endsWith(part)),
    defineMember('charAt', ['string', 'int'], (text, index) => {
      const all = charactersOf(text);
      return all[checkIndex(index, all.length)] ?? '';
    }),
    defineMember('indexOf', ['string', 'string'], (text, part) => findForward(text, part, 0n)),
    defineMember('indexOf', ['string', 'string', 'int'], findForward),
    defineMember('lastIndexOf', ['string', 'string'], (text, part) => findBackward(text, part, undefined)),
    defineMember('lastIndexOf', ['string', 'string', 'int'], findBackward),
    defineMember('substring', ['string', 'int'], (text, start) => cutOut(text, start)),
    defineMember('substring', ['string', 'int', 'int'], cutOut),
    defineMember('split', ['string', 'string'], (text, separator) => split(text, separator, -1n)),
    defineMember('split', ['string', 'string', 'int'], split),
    defineMember('replace', ['string', 'string', 'string'], (text, from, to) => replace(text, from, to, -1n)),
    defineMember('replace', ['string', 'string', 'string', 'int'], replace),
    defineMember('join', ['list'], (list) => join(list, '')),
    defineMember('join', ['list', 'string'], join),
    defineMember('lowerAscii', ['string'], (text) =>
      changeAscii(text, /[A-Z]+/g, (part) => part.toLowerCase()),
    ),
    defineMember('upperAscii', ['string'], (text) =>
      changeAscii(text, /[a-z]+/g, (part) => part.toUpperCase()),
    ),
    defineMember('trim', ['string'], trim),
    defineMember('reverse', ['string'], (text) => charactersOf(text).toReversed().join('')),
    defineGlobal('strings.quote', ['string'], quote),
    defineMember('matches', ['string', 'string'], (text, pattern) => regexOf(pattern).test(text)),
    defineGlobal('matches', ['string', 'string'], (text, pattern) => regexOf(pattern).test(text)),
    defineMember('find', ['string', 'string'], (text, pattern) => regexOf(pattern).find(text) ?? ''),
    defineMember('findAll', ['string', 'string'], (text, pattern) =>
      listOfTexts(regexOf(pattern).findAll(text, -1)),
    ),
    defineMember('findAll', ['string', 'string', 'int'], (text, pattern, limit) =>
      listOfTexts(regexOf(pattern).findAll(text, Number(limit))),
    ),
  ];
};
