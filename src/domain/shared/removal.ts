import { reconcileTiming } from './reconcile.ts';
import { believed, isOlderThan, type Remote } from './remote.ts';
import { earliestOf, isBefore, plusSeconds } from './time.ts';

export type RemovalStep =
  | { readonly kind: 'observe' }
  | { readonly kind: 'unpause'; readonly uid: string }
  | { readonly kind: 'delete'; readonly uid: string }
  | { readonly kind: 'wait'; readonly until: string }
  | { readonly kind: 'gone' };

/**
 * The next step on the way to one object being gone. Acts only on what was seen at or after `since`, which is the newest of:
 * the request to delete, the last apply, the last try whose outcome is not known.
 */
export const decideRemoval = (remote: Remote, now: string, since: string): RemovalStep => {
  const pollAgainAt = plusSeconds(now, reconcileTiming.poll);
  if (isBefore(now, since)) return { kind: 'wait', until: earliestOf(since, pollAgainAt) };
  const seen = believed(remote, now, since);
  if (seen.state === 'unknown') return { kind: 'observe' };
  if (seen.state === 'absent') return { kind: 'gone' };
  // A paused object is not taken down: the operator and the machine controllers leave it alone.
  if (seen.paused) return { kind: 'unpause', uid: seen.uid };
  if (!seen.deleting) return { kind: 'delete', uid: seen.uid };
  if (isOlderThan(seen.observedAt, reconcileTiming.poll, now)) return { kind: 'observe' };
  return { kind: 'wait', until: plusSeconds(seen.observedAt, reconcileTiming.poll) };
};
