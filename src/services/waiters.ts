/** Those who wait for a row to change, by its key. A waiter costs a map entry: nothing is polled on its behalf. */
export interface Waiters {
  /** Wakes those who wait for `key`; everybody when it is undefined (the connection was lost in between). */
  wake(key: string | undefined): void;
  /**
   * Asks `check` at once and after every wake, until it gives a value, `milliseconds` are over or `signal` aborts.
   * The last answer of `check` counts; it may be undefined.
   */
  waitFor<Value>(
    key: string,
    check: () => Promise<Value | undefined>,
    milliseconds: number,
    signal: AbortSignal,
  ): Promise<Value | undefined>;
  /** How many wait now. */
  size(): number;
}

export const createWaiters = (monotonic: () => number): Waiters => {
  const waiting = new Map<string, Set<() => void>>();

  const register = (key: string, wake: () => void): (() => void) => {
    const set = waiting.get(key) ?? new Set();
    waiting.set(key, set.add(wake));
    return () => {
      set.delete(wake);
      if (set.size === 0 && waiting.get(key) === set) waiting.delete(key);
    };
  };

  return {
    size: () => [...waiting.values()].reduce((sum, set) => sum + set.size, 0),
    wake: (key) => {
      const sets = key === undefined ? [...waiting.values()] : [waiting.get(key) ?? new Set<() => void>()];
      for (const set of sets) for (const wake of [...set]) wake();
    },
    waitFor: async (key, check, milliseconds, signal) => {
      const end = monotonic() + milliseconds;
      for (;;) {
        // Registered before the look, so that a change in between is not missed.
        const woken = Promise.withResolvers<void>();
        const forget = register(key, woken.resolve);
        const timer = setTimeout(woken.resolve, Math.max(0, end - monotonic()));
        const stop = (): void => woken.resolve();
        signal.addEventListener('abort', stop);
        try {
          const value = await check();
          if (value !== undefined || monotonic() >= end || signal.aborted) return value;
          await woken.promise;
        } finally {
          clearTimeout(timer);
          signal.removeEventListener('abort', stop);
          forget();
        }
      }
    },
  };
};
