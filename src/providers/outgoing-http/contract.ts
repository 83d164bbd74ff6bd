/** Why a URL or an address may not be contacted. The texts are in `block-reasons.ts`; none tells what an address answered. */
export type BlockRule =
  | 'malformed'
  | 'tooLong'
  | 'scheme'
  | 'userInfo'
  | 'fragment'
  | 'oddEncoding'
  | 'trailingDot'
  | 'internalName'
  | 'port'
  | 'address'
  | 'resolvedAddress'
  | 'remoteAddress';

export interface UrlProblem {
  readonly rule: BlockRule;
  /** One sentence for whoever gave the URL: what is wrong, and what is allowed. */
  readonly detail: string;
}

export interface OutgoingRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Ends the request early; its outcome is `timeout` of `whole`. */
  readonly signal?: AbortSignal;
  /** Instead of the client's own limit, for answers of which less is wanted. */
  readonly maxBodyBytes?: number;
}

export type OutgoingFailure =
  | { readonly kind: 'blocked'; readonly rule: BlockRule }
  /** `answer`: what came back is no HTTP. */
  | { readonly kind: 'unreachable'; readonly cause: 'name' | 'connection' | 'certificate' | 'answer' }
  | { readonly kind: 'timeout'; readonly phase: 'connect' | 'headers' | 'whole' }
  | { readonly kind: 'tooLarge'; readonly part: 'headers' | 'body' };

/** A redirect is an answer like any other. The body is as it was sent: nothing is unpacked. */
export interface OutgoingAnswer {
  readonly kind: 'answered';
  readonly status: number;
  /** Lower-case names; a field that came more than once is joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export type OutgoingOutcome = OutgoingAnswer | OutgoingFailure;

/** What `fetch` of this client rejects with. The message names the rule or the phase, never an address. */
export class OutgoingError extends Error {
  readonly failure: OutgoingFailure;

  constructor(failure: OutgoingFailure) {
    super(`the outgoing request failed: ${describeFailure(failure)}`);
    this.name = 'OutgoingError';
    this.failure = failure;
  }
}

const describeFailure = (failure: OutgoingFailure): string => {
  if (failure.kind === 'blocked') return `blocked (${failure.rule})`;
  if (failure.kind === 'unreachable') return `unreachable (${failure.cause})`;
  return failure.kind === 'timeout' ? `timeout (${failure.phase})` : `too large (${failure.part})`;
};

/** The one way to a URL that a tenant gave. */
export interface OutgoingHttp {
  /** Never rejects but for a fault of the program. */
  readonly send: (request: OutgoingRequest) => Promise<OutgoingOutcome>;
  /** For libraries that take a `fetch`. Rejects with `OutgoingError`. */
  readonly fetch: (url: string | URL, init?: OutgoingFetchInit) => Promise<Response>;
  /** Judges a URL by its text alone, for admission: no name is looked up. */
  readonly checkUrl: (text: string) => UrlProblem | undefined;
}

/** The part of `RequestInit` that libraries use. `redirect` is ignored: none is ever followed. */
export interface OutgoingFetchInit {
  readonly method?: string;
  readonly headers?: Headers | Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | URLSearchParams | null;
  readonly signal?: AbortSignal | null;
  readonly redirect?: string;
}
