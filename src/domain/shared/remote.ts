import { isBefore, plusSeconds } from './time.ts';

/**
 * What is known of one object on a management cluster. `unknown` (never looked, or the look failed) is not `absent`:
 * only an answer of the server that this very object does not exist makes it absent.
 */
export type Remote =
  | { readonly state: 'unknown' }
  | { readonly state: 'absent'; readonly observedAt: string }
  | PresentRemote;

export interface PresentRemote {
  readonly state: 'present';
  readonly uid: string;
  /** It has a deletionTimestamp. */
  readonly deleting: boolean;
  /** Its `spec.pausedUntil` holds now; false for kinds that cannot be paused. */
  readonly paused: boolean;
  /** What keeps it from going, when it is being deleted and something says so: foreign finalizers, contents that remain. */
  readonly heldBy?: string;
  /** When the consistent read that saw this was sent. */
  readonly observedAt: string;
  readonly resourceVersion: string;
}

const unknown: Remote = { state: 'unknown' };

/**
 * The observation as far as it can be believed: one made before `since` does not show what was done since,
 * and one from the future was made under another clock.
 */
export const believed = (remote: Remote, now: string, since?: string): Remote => {
  if (remote.state === 'unknown') return unknown;
  if (isBefore(now, remote.observedAt)) return unknown;
  return since !== undefined && isBefore(remote.observedAt, since) ? unknown : remote;
};

export const isOlderThan = (instant: string, seconds: number, now: string): boolean =>
  !isBefore(now, plusSeconds(instant, seconds));
