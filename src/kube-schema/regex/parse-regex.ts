import { anyCharacter, foldCase, notNewline, single } from './character-sets.ts';
import { readClass, readEscapedCharacter, readNamedClass } from './parse-class.ts';
import { PatternReader } from './pattern-reader.ts';
import { type Assertion, RegexError, type RegexNode } from './regex-node.ts';
import { refuseRepetition, repeat } from './repetition.ts';

interface Flags {
  readonly ignoreCase: boolean;
  readonly multiLine: boolean;
  readonly dotAll: boolean;
  readonly ungreedy: boolean;
}

const noFlags: Flags = { ignoreCase: false, multiLine: false, dotAll: false, ungreedy: false };
const flagNames: Readonly<Record<string, keyof Flags>> = {
  i: 'ignoreCase',
  m: 'multiLine',
  s: 'dotAll',
  U: 'ungreedy',
};
const maxDepth = 1000;

const assertions: Readonly<Record<string, Assertion>> = {
  A: 'text-start',
  z: 'text-end',
  b: 'word-edge',
  B: 'no-word-edge',
};

const assert = (assertion: Assertion): RegexNode => ({ kind: 'assert', assertion });

const literal = (code: number, flags: Flags): RegexNode => ({
  kind: 'set',
  set: flags.ignoreCase ? foldCase(single(code)) : single(code),
});

class RegexParser {
  readonly #reader: PatternReader;
  readonly #pattern: string;
  #depth = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
    this.#reader = new PatternReader(pattern);
  }

  parse(): RegexNode {
    const node = this.#choice(noFlags);
    if (!this.#reader.atEnd) throw new RegexError('unexpected )', this.#pattern);
    return node;
  }

  #choice(flags: Flags): RegexNode {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new RegexError('expression nests too deeply', this.#pattern);
    const options: RegexNode[] = [];
    let scope = flags;
    do {
      const [option, after] = this.#sequence(scope);
      options.push(option);
      scope = after;
    } while (this.#reader.skip('|'));
    this.#depth -= 1;
    return options.length === 1 && options[0] !== undefined ? options[0] : { kind: 'choice', options };
  }

  /** Flags set inside a group hold to its end, also over `|`. */
  #sequence(flags: Flags): readonly [RegexNode, Flags] {
    const reader = this.#reader;
    const parts: RegexNode[] = [];
    let scope = flags;
    while (!reader.atEnd && reader.peek() !== '|' && reader.peek() !== ')') {
      const changed = this.#flagChange(scope);
      if (changed !== undefined) scope = changed;
      else if (reader.skip('\\Q')) parts.push(...this.#quoted(scope));
      else parts.push(repeat(this.#atom(scope), reader, scope.ungreedy));
    }
    const node: RegexNode = parts.length === 1 && parts[0] ? parts[0] : { kind: 'sequence', parts };
    return [parts.length === 0 ? { kind: 'empty' } : node, scope];
  }

  /** A repetition behind the quotation is one of its last character. */
  #quoted(flags: Flags): readonly RegexNode[] {
    const text = this.#reader.readUntil('\\E') ?? this.#rest();
    const literals = Array.from(text, (character) => literal(character.codePointAt(0) ?? 0, flags));
    const last = literals.pop();
    return last === undefined ? [] : [...literals, repeat(last, this.#reader, flags.ungreedy)];
  }

  #rest(): string {
    let text = '';
    while (!this.#reader.atEnd) text += this.#reader.next();
    return text;
  }

  #readFlags(flags: Flags): { readonly flags: Flags; readonly end: string } | undefined {
    const reader = this.#reader;
    let result = flags;
    let value = true;
    while (!reader.atEnd) {
      const character = reader.next();
      const name = flagNames[character];
      if (name !== undefined) result = { ...result, [name]: value };
      else if (character === '-' && value) value = false;
      else return { flags: result, end: character };
    }
    return undefined;
  }

  /** Reads `(?i)` and its kind when one is next. */
  #flagChange(flags: Flags): Flags | undefined {
    const start = this.#reader.position;
    if (!this.#reader.skip('(?')) return undefined;
    const read = this.#readFlags(flags);
    if (read?.end === ')') return read.flags;
    this.#reader.rewind(start);
    return undefined;
  }

  #group(flags: Flags): RegexNode {
    const reader = this.#reader;
    const start = reader.position;
    reader.skip('(');
    let scope = flags;
    if (
      reader.skip('?P<') ||
      (reader.startsWith('?<') && !/[=!]/.test(reader.peek(2)) && reader.skip('?<'))
    ) {
      const name = reader.readUntil('>');
      if (name === undefined || !/^\w+$/.test(name))
        throw new RegexError('invalid named capture', reader.textSince(start));
    } else if (reader.skip('?')) {
      const read = this.#readFlags(flags);
      if (read?.end !== ':')
        throw new RegexError('invalid or unsupported Perl syntax', reader.textSince(start));
      scope = read.flags;
    }
    const body = this.#choice(scope);
    if (!reader.skip(')')) throw new RegexError('missing closing )', this.#pattern);
    return body;
  }

  #escape(flags: Flags): RegexNode {
    const reader = this.#reader;
    const named = readNamedClass(reader, flags.ignoreCase);
    if (named !== undefined) return { kind: 'set', set: named };
    reader.skip('\\');
    const assertion = assertions[reader.peek()];
    if (assertion === undefined) return literal(readEscapedCharacter(reader), flags);
    reader.next();
    return assert(assertion);
  }

  #atom(flags: Flags): RegexNode {
    const reader = this.#reader;
    const character = reader.peek();
    if (character === '(') return this.#group(flags);
    if (character === '[') return { kind: 'set', set: readClass(reader, flags.ignoreCase) };
    if (character === '\\') return this.#escape(flags);
    refuseRepetition(reader);
    reader.next();
    if (character === '.') return { kind: 'set', set: flags.dotAll ? anyCharacter : notNewline };
    if (character === '^') return assert(flags.multiLine ? 'line-start' : 'text-start');
    if (character === '$') return assert(flags.multiLine ? 'line-end' : 'text-end');
    return literal(character.codePointAt(0) ?? 0, flags);
  }
}

/** Parses the syntax of RE2 as Go's regexp package reads it. Throws RegexError. */
export const parseRegex = (pattern: string): RegexNode => new RegexParser(pattern).parse();
