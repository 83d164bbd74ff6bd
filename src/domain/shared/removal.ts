import { type Applied, type Attempt, reconcileTiming } from './reconcile.ts';
import { believed, isOlderThan, type Remote } from './remote.ts';
import { earliestOf, isBefore, latestOf, plusSeconds } from './time.ts';

export type RemovalStep =
  | { readonly kind: 'observe' }
  | { readonly kind: 'unpause'; readonly uid: string }
  | { readonly kind: 'delete'; readonly uid: string }
  | { readonly kind: 'wait'; readonly until: string }
  | { readonly kind: 'gone' };

const beginningOfTime = '1970-01-01T00:00:00.000Z';

/**
 * Only what was seen at or after this counts for a removal: the newest of the request to delete, the last apply, and the last try
 * whose outcome is not known. A request from the future was stamped by another clock than the rest, and says nothing.
 */
export const evidenceSince = (
  requestedAt: string,
  now: string,
  applied: Applied | undefined,
  attempt: Attempt,
): string => {
  const requested = isBefore(now, requestedAt) ? beginningOfTime : requestedAt;
  return latestOf(requested, applied?.at, attempt.begunAt, attempt.lastError?.at);
};

/**
 * The next step on the way to one object being gone. Acts only on what was seen at or after `since`
 * (`evidenceSince`).
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
