import type { Timing } from '../../../src/providers/management-cluster/timing.ts';

export interface ManualTiming extends Timing {
  /** Lets that much time pass: what is due runs in order, with all that follows from it. */
  advance(milliseconds: number): Promise<void>;
  /** Lets what is under way finish, at a standstill of time. */
  settle(): Promise<void>;
  timers(): number;
}

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

const START = Date.parse('2026-08-22T12:00:00Z');

export const createManualTiming = (random: () => number = () => 0.5): ManualTiming => {
  let elapsed = 0;
  const timers = new Set<Timer>();

  const settle = async () => {
    for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setImmediate(resolve));
  };

  const nextBefore = (end: number): Timer | undefined =>
    [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];

  return {
    now: () => START + elapsed,
    monotonic: () => elapsed,
    random,
    after: (milliseconds, run) => {
      const timer = { at: elapsed + Math.max(0, milliseconds), run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: async (milliseconds) => {
      const end = elapsed + milliseconds;
      await settle();
      for (let timer = nextBefore(end); timer; timer = nextBefore(end)) {
        elapsed = timer.at;
        timers.delete(timer);
        timer.run();
        await settle();
      }
      elapsed = end;
    },
    settle,
    timers: () => timers.size,
  };
};
