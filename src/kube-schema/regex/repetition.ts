import type { PatternReader } from './pattern-reader.ts';
import { RegexError, type RegexNode } from './regex-node.ts';

/** Go refuses larger counts, also as a product of nested ones. */
const maxRepeat = 1000;

interface Repetition {
  readonly min: number;
  readonly max: number;
}

const starRepetitions: Readonly<Record<string, Repetition>> = {
  '*': { min: 0, max: Number.POSITIVE_INFINITY },
  '+': { min: 1, max: Number.POSITIVE_INFINITY },
  '?': { min: 0, max: 1 },
};

/** How often the innermost part can be repeated by all the counted repetitions around it. */
const countRepeats = (node: RegexNode): number => {
  if (node.kind === 'sequence') return Math.max(1, ...node.parts.map(countRepeats));
  if (node.kind === 'choice') return Math.max(1, ...node.options.map(countRepeats));
  if (node.kind !== 'repeat') return 1;
  const times = node.max === Number.POSITIVE_INFINITY ? node.min : node.max;
  return Math.max(1, times) * countRepeats(node.body);
};

/** Reads `{n}`, `{n,}` or `{n,m}` when one is next; other braces are plain characters. */
const readCounted = (reader: PatternReader): Repetition | undefined => {
  const start = reader.position;
  const inside = reader.skip('{') ? reader.readUntil('}') : undefined;
  const match = inside === undefined ? null : /^(\d+)(,(\d*))?$/.exec(inside);
  if (match === null) {
    reader.rewind(start);
    return undefined;
  }
  const min = Number(match[1]);
  const upper = match[3] === '' ? Number.POSITIVE_INFINITY : Number(match[3] ?? min);
  const tooLarge = min > maxRepeat || (upper !== Number.POSITIVE_INFINITY && upper > maxRepeat);
  if (tooLarge || min > upper) throw new RegexError('invalid repeat count', reader.textSince(start));
  return { min, max: upper };
};

const readRepetition = (reader: PatternReader): Repetition | undefined => {
  const star = starRepetitions[reader.peek()];
  if (star === undefined) return readCounted(reader);
  reader.next();
  return star;
};

/** The node, repeated as often as what is next says. With `ungreedy`, greedy and lazy change places. */
export const repeat = (body: RegexNode, reader: PatternReader, ungreedy: boolean): RegexNode => {
  const start = reader.position;
  const repetition = readRepetition(reader);
  if (repetition === undefined) return body;
  const lazy = reader.skip('?');
  const opStart = reader.position;
  if (readRepetition(reader) !== undefined)
    throw new RegexError('invalid nested repetition operator', reader.textSince(start));
  reader.rewind(opStart);
  const node: RegexNode = { kind: 'repeat', body, ...repetition, greedy: lazy === ungreedy };
  if (countRepeats(node) > maxRepeat) throw new RegexError('invalid repeat count', reader.textSince(start));
  return node;
};

/** Refuses a repetition that has nothing to repeat. */
export const refuseRepetition = (reader: PatternReader): void => {
  const start = reader.position;
  if (readRepetition(reader) !== undefined)
    throw new RegexError('missing argument to repetition operator', reader.textSince(start));
};
