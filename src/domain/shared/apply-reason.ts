import { type Applied, type Attempt, reconcileTiming } from './reconcile.ts';
import { isBefore, plusSeconds } from './time.ts';

export type ApplyReason = 'created' | 'changed' | 'outcomeUnknown' | 'vanished' | 'resync';

/** Why the manifests have to be applied now, or undefined when what is there is what is wanted. */
export const applyReason = (
  applied: Applied,
  desiredHash: string,
  attempt: Attempt,
  now: string,
): ApplyReason | undefined => {
  if (applied.hash !== desiredHash) return 'changed';
  if (attempt.begunAt !== undefined) return 'outcomeUnknown';
  const isDue = isBefore(now, applied.at) || !isBefore(now, plusSeconds(applied.at, reconcileTiming.resync));
  return isDue ? 'resync' : undefined;
};
