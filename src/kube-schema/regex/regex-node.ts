/** A set of Unicode code points. */
export type CharacterSet = (code: number) => boolean;

export type Assertion = 'text-start' | 'text-end' | 'line-start' | 'line-end' | 'word-edge' | 'no-word-edge';

/** A regular expression of RE2, as a tree. */
export type RegexNode =
  | { readonly kind: 'empty' }
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'assert'; readonly assertion: Assertion }
  | { readonly kind: 'sequence'; readonly parts: readonly RegexNode[] }
  | { readonly kind: 'choice'; readonly options: readonly RegexNode[] }
  | {
      readonly kind: 'repeat';
      readonly body: RegexNode;
      readonly min: number;
      /** Infinity when unbounded. */
      readonly max: number;
      readonly greedy: boolean;
    };

/** What is wrong with a pattern, in the words of Go's regexp package. */
export class RegexError extends Error {
  constructor(reason: string, fragment: string) {
    super(`error parsing regexp: ${reason}: \`${fragment}\``);
  }
}
