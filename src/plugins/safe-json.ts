import { scanJson } from './json-scan.ts';
import type { RequestProblem } from './request-problem.ts';

export type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly detail: string; readonly problems: readonly RequestProblem[] };

const refuse = (code: string, detail: string): JsonReading => ({
  ok: false,
  detail,
  problems: [{ pointer: '', code, detail }],
});

/** Where the parser stopped; its message may quote the text, so only the position is taken. */
const positionOf = (error: unknown): string => {
  const found = error instanceof Error ? /position (\d+)/.exec(error.message) : null;
  return found === null ? '' : ` (at character ${found[1]})`;
};

/**
 * Reads JSON so that what is stored is what was meant: no duplicate or reserved keys, no number that a
 * double cannot hold, no invisible text, no bottomless nesting (RFC 8259 leaves all of these open; RFC 7493
 * is the profile). Reports every problem, each with its RFC 6901 pointer.
 */
export const readJson = (text: string): JsonReading => {
  if (text.charCodeAt(0) === 0xfeff)
    return refuse('byte-order-mark', 'The body must not start with a byte order mark.');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refuse('invalid-json', `The body is not valid JSON${positionOf(error)}.`);
  }
  const problems = scanJson(text);
  if (problems.length === 0) return { ok: true, value };
  return { ok: false, detail: 'The body has JSON that cannot be taken as it is.', problems };
};
