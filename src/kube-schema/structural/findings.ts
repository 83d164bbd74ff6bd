import type { SchemaProblem } from '../problem.ts';

/** A problem with the text by which repeated ones are recognised. */
export interface Finding {
  readonly text: string;
  readonly problem: SchemaProblem;
}

/**
 * What checking one value against one schema gave. `matches` counts the checks that were made; among the alternatives of
 * `anyOf` and `oneOf` the one with most matches is taken to be the intended one, and its findings are shown.
 */
export interface Findings {
  readonly list: readonly Finding[];
  readonly matches: number;
}

export const nothingFound: Findings = { list: [], matches: 0 };

export const found = (...list: readonly Finding[]): Findings => ({ list, matches: 0 });

export const mergeFindings = (parts: readonly Findings[], checks: number): Findings => {
  const matches = parts.reduce((sum, part) => sum + part.matches, checks);
  const withProblems = parts.filter((part) => part.list.length > 0);
  if (withProblems.length === 0) return { list: [], matches };
  const unique = new Map<string, Finding>();
  for (const part of withProblems)
    for (const finding of part.list) if (!unique.has(finding.text)) unique.set(finding.text, finding);
  return { list: [...unique.values()], matches };
};
