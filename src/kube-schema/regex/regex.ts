import { parseRegex } from './parse-regex.ts';
import { buildProgram } from './regex-program.ts';
import { findMatch, type Match } from './run-program.ts';

export { RegexError } from './regex-node.ts';

/** A compiled pattern. Matching takes time linear in the text. */
export interface Regex {
  /** True when some part of the text matches. */
  test(text: string): boolean;
  /** The first match; undefined when there is none. */
  find(text: string): string | undefined;
  /** At most `limit` matches from the left that do not overlap; all when it is negative. */
  findAll(text: string, limit: number): readonly string[];
}

const codesOf = (text: string): readonly number[] =>
  Array.from(text, (character) => character.codePointAt(0) ?? 0);

const textOf = (codes: readonly number[], { start, end }: Match): string =>
  codes
    .slice(start, end)
    .map((code) => String.fromCodePoint(code))
    .join('');

/** Compiles a pattern in the syntax of RE2, the one of Kubernetes and CEL. Throws RegexError. */
export const compileRegex = (pattern: string): Regex => {
  const program = buildProgram(parseRegex(pattern));
  const findAll = (text: string, limit: number): readonly string[] => {
    const codes = codesOf(text);
    const found: string[] = [];
    let from = 0;
    let lastEnd = -1;
    while (from <= codes.length && (limit < 0 || found.length < limit)) {
      const match = findMatch(program, codes, from);
      if (match === undefined) break;
      const isEmpty = match.end === match.start;
      // As in Go, an empty match that touches the one before does not count.
      if (!(isEmpty && match.start === lastEnd)) found.push(textOf(codes, match));
      from = isEmpty && match.end === from ? from + 1 : match.end;
      lastEnd = match.end;
    }
    return found;
  };
  return {
    test: (text) => findMatch(program, codesOf(text), 0) !== undefined,
    find: (text) => {
      const codes = codesOf(text);
      const match = findMatch(program, codes, 0);
      return match && textOf(codes, match);
    },
    findAll,
  };
};
