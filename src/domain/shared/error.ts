import type { JsonObject } from './json.ts';
import type { FieldProblem } from './problem.ts';

/** Who has to do something about it. */
export type Party = 'user' | 'cloud' | 'platform' | 'fleetOperator';

export interface ErrorKind {
  readonly status: number;
  readonly title: string;
  /** Whether the same request can succeed later without being changed. */
  readonly retryable: boolean;
  readonly party: Party;
}

/** Every error that a caller of the API can meet. The code is stable; the page of each is /docs/errors/{code}. */
export const errorCatalogue = {
  'malformed-request': { status: 400, title: 'The request is malformed', retryable: false, party: 'user' },
  'invalid-cursor': {
    status: 400,
    title: 'The cursor is not valid for this list',
    retryable: false,
    party: 'user',
  },
  unauthenticated: { status: 401, title: 'No valid credentials', retryable: false, party: 'user' },
  'permission-denied': {
    status: 403,
    title: 'Not allowed for this principal',
    retryable: false,
    party: 'user',
  },
  'not-found': { status: 404, title: 'There is no such resource', retryable: false, party: 'user' },
  'method-not-allowed': {
    status: 405,
    title: 'The method is not allowed here',
    retryable: false,
    party: 'user',
  },
  'not-acceptable': {
    status: 406,
    title: 'No representation fits the Accept field',
    retryable: false,
    party: 'user',
  },
  'name-conflict': { status: 409, title: 'The name is taken', retryable: false, party: 'user' },
  'request-in-progress': {
    status: 409,
    title: 'The same request is still running',
    retryable: true,
    party: 'user',
  },
  'resource-deleting': {
    status: 409,
    title: 'The resource is being deleted',
    retryable: false,
    party: 'user',
  },
  'resource-in-use': { status: 409, title: 'The resource is in use', retryable: false, party: 'user' },
  'deletion-protected': {
    status: 409,
    title: 'The resource is protected against deletion',
    retryable: false,
    party: 'user',
  },
  'not-ready': {
    status: 409,
    title: 'The cluster is not ready for this',
    retryable: true,
    party: 'platform',
  },
  'write-conflict': { status: 409, title: 'Another write came in between', retryable: true, party: 'user' },
  'stale-etag': { status: 412, title: 'The resource has changed', retryable: false, party: 'user' },
  'body-too-large': { status: 413, title: 'The body is too large', retryable: false, party: 'user' },
  'uri-too-long': { status: 414, title: 'The address is too long', retryable: false, party: 'user' },
  'unsupported-media-type': {
    status: 415,
    title: 'The media type is not supported',
    retryable: false,
    party: 'user',
  },
  'admission-refused': {
    status: 422,
    title: 'The request cannot be carried out as asked',
    retryable: false,
    party: 'user',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'The Idempotency-Key belongs to another request',
    retryable: false,
    party: 'user',
  },
  'quota-exceeded': {
    status: 422,
    title: 'A quota has not enough left',
    retryable: false,
    party: 'user',
  },
  'if-match-required': { status: 428, title: 'If-Match is required', retryable: false, party: 'user' },
  'rate-limited': { status: 429, title: 'Too many requests', retryable: true, party: 'user' },
  internal: { status: 500, title: 'Berth has a fault', retryable: true, party: 'platform' },
  unavailable: { status: 503, title: 'Berth cannot answer now', retryable: true, party: 'platform' },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof errorCatalogue;

export interface ErrorOptions {
  readonly problems?: readonly FieldProblem[];
  readonly retryAfterSeconds?: number;
  /** Further members of the problem document, for example the id of the resource in the way. */
  readonly extensions?: JsonObject;
  readonly cause?: unknown;
}

/** An error that is meant for the caller. `detail` is shown as it is: no SQL, no foreign id, no secret. */
export class BerthError extends Error {
  readonly code: ErrorCode;
  readonly problems: readonly FieldProblem[];
  readonly retryAfterSeconds: number | undefined;
  readonly extensions: JsonObject;

  constructor(code: ErrorCode, detail: string, options: ErrorOptions = {}) {
    super(detail, { cause: options.cause });
    this.name = 'BerthError';
    this.code = code;
    this.problems = options.problems ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.extensions = options.extensions ?? {};
  }

  get kind(): ErrorKind {
    return errorCatalogue[this.code];
  }
}
