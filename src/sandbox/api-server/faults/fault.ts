/** What a request may meet instead of, or before, its proper answer. */
export type Fault =
  /** A Status with this code; 429 and 503 may say when to come back. */
  | { readonly type: 'status'; readonly code: number; readonly retryAfterSeconds?: number }
  /** A web page, as a proxy in between would send it. */
  | { readonly type: 'html'; readonly code?: number }
  | { readonly type: 'redirect'; readonly location: string }
  /** No answer at all, and no close. */
  | { readonly type: 'hang' }
  /** The proper answer, later. Further rules still apply. */
  | { readonly type: 'delay'; readonly ms: number }
  /** The connection is cut without an answer; nothing was done. */
  | { readonly type: 'reset' }
  /** The request is carried out, then the connection is cut before the answer. */
  | { readonly type: 'lose-reply' }
  /** 410 for every resourceVersion and continue token: in the stream of a watch, as HTTP 410 for a list. */
  | { readonly type: 'expired' }
  /** The stream is cut after so many events, in the middle of the next line when `midLine` is set. */
  | { readonly type: 'cut-watch'; readonly afterEvents: number; readonly midLine?: boolean }
  /** The stream opens and then stays silent: no events, no bookmarks, no end. */
  | { readonly type: 'blackhole-watch' }
  | { readonly type: 'duplicate-events' }
  /** Events of one object that come close together arrive in reverse order. */
  | { readonly type: 'reorder-events' }
  /** Lines that are no event stand between the events. */
  | { readonly type: 'garbage-events' };

export type Verb =
  | 'get'
  | 'list'
  | 'watch'
  | 'create'
  | 'update'
  | 'patch'
  | 'delete'
  | 'deletecollection'
  | 'other';

export interface FaultedRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly verb: Verb;
  readonly kind: string | undefined;
}

export interface FaultRule {
  readonly when?: {
    readonly method?: string;
    readonly path?: RegExp;
    readonly verb?: Verb | readonly Verb[];
    readonly kind?: string;
  };
  readonly fault: Fault;
  /** How often the rule applies before it is spent; without it, until it is removed. */
  readonly times?: number;
}
