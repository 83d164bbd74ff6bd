import { performance } from 'node:perf_hooks';

/** Time in the double: it stands still unless it is moved, or let run. */
export interface AwsClock {
  /** Milliseconds. */
  now(): number;
  advance(seconds: number): void;
  /** Seconds of the double per second of the wall clock; 0: it stands still. For workers in processes of their own. */
  pace(seconds: number): void;
  reset(): void;
}

const start = Date.parse('2026-12-01T00:00:00.000Z');

export const createAwsClock = (): AwsClock => {
  let time = start;
  let speed = 0;
  let since = performance.now();
  const now = (): number => time + (performance.now() - since) * speed;
  const rebase = (next: number, nextSpeed: number): void => {
    time = next;
    speed = nextSpeed;
    since = performance.now();
  };
  return {
    now,
    advance: (seconds) => rebase(now() + seconds * 1000, speed),
    pace: (seconds) => rebase(now(), seconds),
    reset: () => rebase(start, 0),
  };
};
