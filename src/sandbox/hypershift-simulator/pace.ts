import { createHash } from 'node:crypto';

/** Turns real time into simulated time, a little differently for each object. */
export interface Pace {
  simulatedSeconds(uid: string, realMs: number): number;
  realMs(uid: string, simulatedSeconds: number): number;
  /** How long to wait before looking again at something that no event announces. */
  readonly pollMs: number;
}

const jitterOf = (seed: string, uid: string): number => {
  const hash = createHash('sha256').update(`${seed}/${uid}`).digest();
  return 0.85 + (hash.readUInt32BE(0) / 0xffffffff) * 0.3;
};

/** `speed` 1 is realistic, 600 is ten minutes a second; 0 or Infinity does every step as soon as it can be done. */
export const createPace = (speed: number, seed: number | string): Pace => {
  const factor = speed === 0 ? Number.POSITIVE_INFINITY : speed;
  if (!(factor > 0)) throw new RangeError(`speed must be 0 or more, not ${speed}`);
  const pollMs = Math.min(5000, Math.max(100, 10_000 / factor));
  return {
    // At infinite speed nothing ever waits, also not a step that was entered in this very millisecond.
    simulatedSeconds: (uid, realMs) =>
      factor === Number.POSITIVE_INFINITY
        ? Number.POSITIVE_INFINITY
        : ((Math.max(0, realMs) / 1000) * factor) / jitterOf(String(seed), uid),
    realMs: (uid, seconds) =>
      factor === Number.POSITIVE_INFINITY ? 0 : ((seconds * 1000) / factor) * jitterOf(String(seed), uid),
    pollMs,
  };
};
