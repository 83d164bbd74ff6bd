import { cutText, longestMessage } from '../../domain/shared/cut-text.ts';

/**
 * What went wrong between us and a management cluster.
 * - `unreachable`: no connection, reset, bad certificate. `timeout`: no whole answer in time. After either, the outcome of a write is unknown.
 * - `unauthorized`, `forbidden`: the credentials; someone must act. `throttled`: 429, or our own queue is full.
 * - `conflict`: the picture is stale (409, the object or its namespace went away, another uid): read again, decide again.
 * - `invalid`: the server refused the object, in its own words. `unavailable`: 5xx.
 * - `nonsense`: an answer that is not the Kubernetes API's (HTML, redirect, too large). `bad-name`: refused by us, nothing was sent.
 */
export type ManagementClusterErrorKind =
  | 'unreachable'
  | 'timeout'
  | 'unauthorized'
  | 'forbidden'
  | 'throttled'
  | 'conflict'
  | 'invalid'
  | 'unavailable'
  | 'nonsense'
  | 'bad-name';

/** True where the same call may succeed later without anybody changing our intent or our credentials. */
const RETRYABLE: Readonly<Record<ManagementClusterErrorKind, boolean>> = {
  unreachable: true,
  timeout: true,
  unauthorized: false,
  forbidden: false,
  throttled: true,
  conflict: true,
  invalid: false,
  unavailable: true,
  nonsense: true,
  'bad-name': false,
};

const CREDENTIAL_PATTERNS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]+-----[\s\S]*?(?:-----END [A-Z ]+-----|$)/g,
  /\b[Bb]earer\s+[A-Za-z0-9._~+/=-]+/g,
  /\beyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){1,4}/g,
];

/** Takes credentials out of text that came from outside: PEM blocks, bearer tokens, JWTs, and the values given. */
export const redactText = (text: string, values: readonly string[] = []): string => {
  let result = text;
  for (const value of values) {
    if (value.length >= 6) result = result.replaceAll(value, '[redacted]');
  }
  for (const pattern of CREDENTIAL_PATTERNS) result = result.replace(pattern, '[redacted]');
  return result;
};

const shorten = (text: string): string =>
  text.length <= longestMessage ? text : `${cutText(text, longestMessage - 1)}…`;

export class ManagementClusterError extends Error {
  readonly kind: ManagementClusterErrorKind;
  readonly retryable: boolean;
  /** How long the server (or our own gate) asks us to stay away. */
  readonly retryAfterSeconds?: number;
  /** HTTP status, when the server answered. */
  readonly status?: number;

  constructor(
    kind: ManagementClusterErrorKind,
    message: string,
    details: { retryAfterSeconds?: number; status?: number } = {},
  ) {
    super(shorten(redactText(message)));
    this.name = 'ManagementClusterError';
    this.kind = kind;
    this.retryable = RETRYABLE[kind];
    if (details.retryAfterSeconds !== undefined) this.retryAfterSeconds = details.retryAfterSeconds;
    if (details.status !== undefined) this.status = details.status;
  }
}
