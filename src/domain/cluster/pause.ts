import { isBefore } from '../shared/time.ts';
import type { ClusterSpec } from './cluster-spec.ts';

/** What `pausedUntil` of an object says; undefined: it is not paused. An instant that has passed says nothing any more. */
export const pausedUntilOf = (paused: boolean | undefined, until: string | undefined): string | undefined => {
  if (paused === true) return 'true';
  const instant = Date.parse(until ?? '');
  // Seconds, without a fraction: the form that the CRD takes and the operator writes back.
  return Number.isNaN(instant) ? undefined : `${new Date(instant).toISOString().slice(0, 19)}Z`;
};

/** Whether the user has stopped all work on a cluster. */
export const isPaused = (spec: Pick<ClusterSpec, 'paused' | 'pausedUntil'>, now: string): boolean =>
  spec.paused === true || (spec.pausedUntil !== undefined && isBefore(now, spec.pausedUntil));
