import { type Assertion, type CharacterSet, RegexError, type RegexNode } from './regex-node.ts';

/** One step of a program. Targets are indices of other steps. */
export type Step =
  | { readonly kind: 'read'; readonly set: CharacterSet; readonly next: number }
  | { readonly kind: 'assert'; readonly assertion: Assertion; readonly next: number }
  /** Goes on at both places; the first is preferred. */
  | { readonly kind: 'split'; readonly first: number; readonly second: number }
  | { readonly kind: 'match' };

export interface Program {
  readonly steps: readonly Step[];
  readonly start: number;
}

type Repeat = RegexNode & { kind: 'repeat' };

const maxSteps = 100_000;

const canBeEmpty = (node: RegexNode): boolean => {
  switch (node.kind) {
    case 'empty':
    case 'assert':
      return true;
    case 'set':
      return false;
    case 'sequence':
      return node.parts.every(canBeEmpty);
    case 'choice':
      return node.options.some(canBeEmpty);
    case 'repeat':
      return node.min === 0 || canBeEmpty(node.body);
    default:
      return node satisfies never;
  }
};

/**
 * Builds a program from the end to the front: every fragment is given the step that follows it. Only loops need a step
 * before its target is known; their place is kept and filled later.
 */
class ProgramBuilder {
  readonly #steps: Step[] = [];

  add(step: Step): number {
    if (this.#steps.length >= maxSteps) throw new RegexError('expression too large', '');
    this.#steps.push(step);
    return this.#steps.length - 1;
  }

  build(node: RegexNode, next: number): number {
    switch (node.kind) {
      case 'empty':
        return next;
      case 'set':
        return this.add({ kind: 'read', set: node.set, next });
      case 'assert':
        return this.add({ kind: 'assert', assertion: node.assertion, next });
      case 'sequence':
        return node.parts.reduceRight((after, part) => this.build(part, after), next);
      case 'choice':
        return node.options
          .map((option) => this.build(option, next))
          .reduceRight((second, first) => this.add({ kind: 'split', first, second }));
      case 'repeat':
        return this.#repeat(node, next);
      default:
        return node satisfies never;
    }
  }

  #split(greedy: boolean, body: number, next: number): Step {
    return greedy
      ? { kind: 'split', first: body, second: next }
      : { kind: 'split', first: next, second: body };
  }

  #repeat(node: Repeat, next: number): number {
    if (node.max === Number.POSITIVE_INFINITY) return this.#unbounded(node, next);
    let after = next;
    for (let count = node.min; count < node.max; count += 1)
      after = this.add(this.#split(node.greedy, this.build(node.body, after), next));
    for (let count = 0; count < node.min; count += 1) after = this.build(node.body, after);
    return after;
  }

  /**
   * The last copy of the body is the one that loops. A body that can be empty is entered through a choice of its own, as
   * in Go: that decides what `(|a)*` matches.
   */
  #unbounded(node: Repeat, next: number): number {
    const head = this.add({ kind: 'match' });
    const body = this.build(node.body, head);
    this.#steps[head] = this.#split(node.greedy, body, next);
    if (node.min === 0) return canBeEmpty(node.body) ? this.add(this.#split(node.greedy, body, next)) : head;
    let start = body;
    for (let count = 1; count < node.min; count += 1) start = this.build(node.body, start);
    return start;
  }

  finish(start: number): Program {
    return { steps: this.#steps, start };
  }
}

export const buildProgram = (node: RegexNode): Program => {
  const builder = new ProgramBuilder();
  const match = builder.add({ kind: 'match' });
  return builder.finish(builder.build(node, match));
};
