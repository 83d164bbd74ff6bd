import type { AwsCall } from '../protocol/aws-call.ts';

export interface WatchedCall
  extends Pick<AwsCall, 'number' | 'service' | 'action' | 'account' | 'region' | 'isWrite'> {
  readonly phase: 'before' | 'after';
  readonly parameters: URLSearchParams;
}

/**
 * What becomes of a call. Before: it passes, is dropped before AWS sees it, is never answered, arrives twice, arrives late, or is
 * refused in these words. After: its reply is lost (`drop` and `loseReply` alike), or late.
 */
export type CallFate =
  | 'pass'
  | 'drop'
  | 'loseReply'
  | 'hang'
  | 'duplicate'
  | { readonly delayMs: number }
  | { readonly status: number; readonly code: string; readonly message: string };

export type DecideFate = (call: WatchedCall) => CallFate | Promise<CallFate>;
