/** One thing that is wrong with a request, at one place of it. */
export interface FieldProblem {
  /** RFC 6901 pointer into the request body. */
  readonly pointer: string;
  /** Stable, machine-readable: `required`, `out-of-range`, `overlap`, … */
  readonly code: string;
  /** One sentence for a person: what is wrong and what is allowed. */
  readonly detail: string;
  readonly allowed?: readonly string[];
}

const escapeToken = (token: string): string => token.replaceAll('~', '~0').replaceAll('/', '~1');

/** Builds an RFC 6901 pointer from path parts. */
export const pointerOf = (...parts: readonly (string | number)[]): string =>
  parts.map((part) => `/${escapeToken(String(part))}`).join('');
