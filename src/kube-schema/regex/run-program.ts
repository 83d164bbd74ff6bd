import { word } from './character-sets.ts';
import type { Assertion } from './regex-node.ts';
import type { Program, Step } from './regex-program.ts';

/** A match as indices of code points, the end exclusive. */
export interface Match {
  readonly start: number;
  readonly end: number;
}

interface Thread {
  readonly step: Step & { kind: 'read' | 'match' };
  /** Where the match that this thread would be begins. */
  readonly start: number;
}

const isWordAt = (codes: readonly number[], index: number): boolean => {
  const code = codes[index];
  return code !== undefined && word(code);
};

const holds = (assertion: Assertion, codes: readonly number[], at: number): boolean => {
  switch (assertion) {
    case 'text-start':
      return at === 0;
    case 'text-end':
      return at === codes.length;
    case 'line-start':
      return at === 0 || codes[at - 1] === 0x0a;
    case 'line-end':
      return at === codes.length || codes[at] === 0x0a;
    case 'word-edge':
      return isWordAt(codes, at - 1) !== isWordAt(codes, at);
    case 'no-word-edge':
      return isWordAt(codes, at - 1) === isWordAt(codes, at);
    default:
      return assertion satisfies never;
  }
};

/**
 * Runs all threads of a program side by side (Thompson, Pike): the time is at most text length × program length,
 * whatever the pattern. Backtracking would let a field value stop the process.
 */
class Machine {
  readonly #steps: readonly Step[];
  readonly #codes: readonly number[];
  /** The place at which a step was last added, plus one. */
  readonly #seen: Uint32Array;

  constructor(program: Program, codes: readonly number[]) {
    this.#steps = program.steps;
    this.#codes = codes;
    this.#seen = new Uint32Array(program.steps.length);
  }

  /** Adds what is reachable from a step without reading, the preferred first. */
  add(threads: Thread[], from: number, at: number, start: number): void {
    const pending = [from];
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      const step = this.#steps[index];
      if (step === undefined || this.#seen[index] === at + 1) continue;
      this.#seen[index] = at + 1;
      if (step.kind === 'split') pending.push(step.second, step.first);
      else if (step.kind !== 'assert') threads.push({ step, start });
      else if (holds(step.assertion, this.#codes, at)) pending.push(step.next);
    }
  }

  /** Moves every thread over one character. A match ends the threads behind it, which are less preferred. */
  advance(threads: readonly Thread[], at: number): { readonly next: Thread[]; readonly match?: Match } {
    const next: Thread[] = [];
    const code = this.#codes[at];
    for (const { step, start } of threads) {
      if (step.kind === 'match') return { next, match: { start, end: at } };
      if (code !== undefined && step.set(code)) this.add(next, step.next, at + 1, start);
    }
    return { next };
  }
}

/** The leftmost match that begins at `from` or later, the one that Perl would choose; undefined when there is none. */
export const findMatch = (program: Program, codes: readonly number[], from: number): Match | undefined => {
  const machine = new Machine(program, codes);
  let threads: Thread[] = [];
  let found: Match | undefined;
  for (let at = from; at <= codes.length; at += 1) {
    if (found === undefined) machine.add(threads, program.start, at, at);
    if (threads.length === 0 && found !== undefined) break;
    const { next, match } = machine.advance(threads, at);
    found = match ?? found;
    threads = next;
  }
  return found;
};
