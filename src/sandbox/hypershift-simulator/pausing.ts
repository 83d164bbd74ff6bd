/** How the operator reads `pausedUntil` (upstream support/util/pausereconcile.go). */
export interface Pause {
  readonly paused: boolean;
  readonly invalid: boolean;
  /** Epoch milliseconds; absent for a pause without an end. */
  readonly until?: number;
}

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

export const readPause = (pausedUntil: string | undefined, now: number): Pause => {
  if (pausedUntil === undefined || pausedUntil === '' || pausedUntil === 'false') {
    return { paused: false, invalid: false };
  }
  if (pausedUntil === 'true') return { paused: true, invalid: false };
  const until = rfc3339.test(pausedUntil) ? Date.parse(pausedUntil) : Number.NaN;
  if (Number.isNaN(until)) return { paused: false, invalid: true };
  return until > now ? { paused: true, invalid: false, until } : { paused: false, invalid: false };
};
