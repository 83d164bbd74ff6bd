/** Time and chance, injected so that tests and simulations decide both. */
export interface Timing {
  /** Epoch milliseconds, for dates that others read. */
  now(): number;
  /** Milliseconds that never go back, for spans. */
  monotonic(): number;
  /** In [0, 1). */
  random(): number;
  /** Runs once after that many milliseconds; returns the way to call it off. */
  after(milliseconds: number, run: () => void): () => void;
}

export const systemTiming: Timing = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  random: () => Math.random(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Resolves after the time or at the abort, whichever is first; leaves no timer behind. */
export const sleep = (timing: Timing, milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const finish = () => {
      callOff();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const callOff = timing.after(milliseconds, finish);
    signal.addEventListener('abort', finish, { once: true });
  });
