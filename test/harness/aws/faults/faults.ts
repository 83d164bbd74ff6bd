import type { CallFate, WatchedCall } from './call-fate.ts';
import { throttleOf } from './throttles.ts';

/** `ec2:CreateVpc`, `CreateVpc`, `route53:*`, `writes`, `reads`, `*`, or a question. */
export type CallMatch = string | ((call: WatchedCall) => boolean);

export interface FaultOptions {
  /** How often; 1 unless said. */
  readonly times?: number;
  /** How many calls that match pass first. */
  readonly skip?: number;
}

/** Mishaps to come, each for so many calls that match. The first that matches a call strikes. */
export interface Faults {
  /** AWS does it, the caller does not hear of it. */
  loseReply(match: CallMatch, options?: FaultOptions): void;
  /** The connection is cut before AWS sees the request. */
  drop(match: CallMatch, options?: FaultOptions): void;
  /** No answer, ever, and the request is not done. */
  hang(match: CallMatch, options?: FaultOptions): void;
  /** The request arrives twice; the answer is that of the first. */
  duplicate(match: CallMatch, options?: FaultOptions): void;
  /** Milliseconds of the wall clock. */
  delay(match: CallMatch, milliseconds: number, options?: FaultOptions): void;
  /** Refused as too fast, with the code of the service. */
  throttle(match: CallMatch, options?: FaultOptions): void;
  /** Refused in these words; state 400 unless said. */
  answer(
    match: CallMatch,
    words: { readonly code: string; readonly message?: string; readonly status?: number },
    options?: FaultOptions,
  ): void;
  /** How many of those that were ordered have not struck yet. */
  pending(): number;
  clear(): void;
  /** What becomes of a call: asked by the double. */
  fateOf(call: WatchedCall): CallFate;
}

interface Armed {
  readonly match: CallMatch;
  readonly phase: 'before' | 'after';
  fate(call: WatchedCall): CallFate;
  skip: number;
  left: number;
}

const isMatch = (match: CallMatch, call: WatchedCall): boolean => {
  if (typeof match === 'function') return match(call);
  if (match === '*') return true;
  if (match === 'writes') return call.isWrite;
  if (match === 'reads') return !call.isWrite;
  const [first = '', second] = match.split(':');
  if (second === undefined) return first === call.action;
  return first === call.service && (second === '*' || second === call.action);
};

export const createFaults = (): Faults => {
  const armed = new Set<Armed>();
  const arm = (
    match: CallMatch,
    phase: Armed['phase'],
    fate: CallFate | Armed['fate'],
    { times = 1, skip = 0 }: FaultOptions = {},
  ): void => {
    armed.add({ match, phase, fate: typeof fate === 'function' ? fate : () => fate, skip, left: times });
  };
  return {
    loseReply: (match, options) => arm(match, 'after', 'loseReply', options),
    drop: (match, options) => arm(match, 'before', 'drop', options),
    hang: (match, options) => arm(match, 'before', 'hang', options),
    duplicate: (match, options) => arm(match, 'before', 'duplicate', options),
    delay: (match, delayMs, options) => arm(match, 'before', { delayMs }, options),
    throttle: (match, options) => arm(match, 'before', ({ service }) => throttleOf(service), options),
    answer: (match, { code, message = code, status = 400 }, options) =>
      arm(match, 'before', { code, message, status }, options),
    pending: () => [...armed].reduce((sum, { left }) => sum + (Number.isFinite(left) ? left : 0), 0),
    clear: () => armed.clear(),
    fateOf: (call) => {
      for (const fault of armed) {
        if (fault.phase !== call.phase || !isMatch(fault.match, call)) continue;
        if (fault.skip > 0) {
          fault.skip -= 1;
          continue;
        }
        fault.left -= 1;
        if (fault.left <= 0) armed.delete(fault);
        return fault.fate(call);
      }
      return 'pass';
    },
  };
};
