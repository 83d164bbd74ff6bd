import { pointerOf } from '../domain/shared/problem.ts';
import { numberProblem } from './json-number.ts';
import type { RequestProblem } from './request-problem.ts';
import { checkText } from './text-check.ts';

/** What a JSON body may at most be. Its size is limited before it is read. */
const jsonLimits = { depth: 32, values: 20_000, problems: 100 } as const;

interface Container {
  /** Keys seen so far; undefined for an array. */
  readonly keys: Set<string> | undefined;
  /** Key or index of the member being read. */
  member: string | number;
  expectsKey: boolean;
}

// As keys these reach an object's prototype in some program further down.
const reservedKeys = new Set(['__proto__', 'constructor', 'prototype']);

const quote = 0x22;
const comma = 0x2c;
const minus = 0x2d;
const zero = 0x30;
const nine = 0x39;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

const isEscaped = (text: string, at: number): boolean => {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes += 1;
  return backslashes % 2 === 1;
};

const endOfString = (text: string, start: number): number => {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
};

const numberPattern = /[-+.0-9eE]+/y;

class JsonScan {
  readonly problems: RequestProblem[] = [];
  readonly #text: string;
  readonly #stack: Container[] = [];
  #values = 0;
  #over = false;

  constructor(text: string) {
    this.#text = text;
  }

  run(): void {
    for (let at = 0; at < this.#text.length && !this.#over; at += 1) at = this.#step(at);
  }

  /** Reads the token at a position and returns the position of its last character. */
  #step(at: number): number {
    const code = this.#text.charCodeAt(at);
    if (code === quote) return this.#string(at);
    if (code === comma) this.#next();
    else if (code === openBrace) this.#open({ keys: new Set(), member: '', expectsKey: true });
    else if (code === openBracket) this.#open({ keys: undefined, member: 0, expectsKey: false });
    else if (code === closeBrace || code === closeBracket) this.#stack.pop();
    else if (code === minus || (code >= zero && code <= nine)) return this.#number(at);
    return at;
  }

  #open(container: Container): void {
    if (this.#stack.length === jsonLimits.depth)
      this.#stop('too-deep', `The body is nested more than ${jsonLimits.depth} levels deep.`);
    this.#stack.push(container);
  }

  #next(): void {
    const container = this.#stack.at(-1);
    if (container === undefined) return;
    if (typeof container.member === 'number') container.member += 1;
    else container.expectsKey = true;
    this.#values += 1;
    if (this.#values === jsonLimits.values)
      this.#stop('too-many-values', `The body has more than ${jsonLimits.values} values.`);
  }

  #string(start: number): number {
    const end = endOfString(this.#text, start);
    const inner = this.#text.slice(start + 1, end);
    const value: string = inner.includes('\\') ? JSON.parse(`"${inner}"`) : inner;
    const container = this.#stack.at(-1);
    if (container?.keys !== undefined && container.expectsKey) this.#key(container, container.keys, value);
    else this.#report(checkText(value, 'value'));
    return end;
  }

  #key(container: Container, keys: Set<string>, key: string): void {
    container.member = key;
    container.expectsKey = false;
    this.#report(checkText(key, 'key'));
    if (reservedKeys.has(key))
      this.#report({ code: 'reserved-key', detail: 'This name is reserved and cannot be used.' });
    if (keys.has(key))
      this.#report({ code: 'duplicate-key', detail: 'The name occurs more than once in this object.' });
    keys.add(key);
  }

  #number(start: number): number {
    numberPattern.lastIndex = start;
    const token = numberPattern.exec(this.#text)?.[0] ?? '';
    this.#report(numberProblem(token));
    return start + token.length - 1;
  }

  #report(problem: { readonly code: string; readonly detail: string } | undefined): void {
    if (problem === undefined || this.problems.length === jsonLimits.problems) return;
    const pointer = pointerOf(...this.#stack.map(({ member }) => member));
    this.problems.push({ pointer, code: problem.code, detail: problem.detail });
  }

  /** A breach of a size limit ends the scan: what follows is not worth the time. */
  #stop(code: string, detail: string): void {
    this.problems.push({ pointer: '', code, detail });
    this.#over = true;
  }
}

/** Walks a text that JSON.parse has accepted and reports what JSON.parse lets through. */
export const scanJson = (text: string): readonly RequestProblem[] => {
  const scan = new JsonScan(text);
  scan.run();
  return scan.problems;
};
