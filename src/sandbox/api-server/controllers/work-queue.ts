export interface WorkQueue {
  /** Asks for the work of a key. A key that is already waiting is not added twice. */
  add(key: string): void;
  /** Stops taking work and waits for what is under way. */
  close(): Promise<void>;
}

export interface WorkQueueOptions {
  /** Does the work of one key. A number asks to be called again after so many milliseconds. */
  work(key: string): Promise<number | undefined>;
  onError(error: unknown, key: string): void;
  readonly retryMs: number;
  /** How many keys are worked at the same time. */
  readonly atOnce: number;
}

/** Works keys off, a few at once but never the same one twice; a failed key is tried again. */
export const createWorkQueue = (options: WorkQueueOptions): WorkQueue => {
  const waiting = new Set<string>();
  const active = new Map<string, Promise<void>>();
  const timers = new Map<string, NodeJS.Timeout>();
  let closed = false;

  const later = (key: string, ms: number): void => {
    if (closed || timers.has(key)) return;
    const timer = setTimeout(() => {
      timers.delete(key);
      add(key);
    }, ms);
    timer.unref();
    timers.set(key, timer);
  };

  const workOn = async (key: string): Promise<void> => {
    try {
      const again = await options.work(key);
      if (again !== undefined) later(key, again);
    } catch (error) {
      options.onError(error, key);
      later(key, options.retryMs);
    }
    active.delete(key);
    startNext();
  };

  const startNext = (): void => {
    for (const key of waiting) {
      if (closed || active.size >= options.atOnce) return;
      if (active.has(key)) continue;
      waiting.delete(key);
      active.set(key, workOn(key));
    }
  };

  const add = (key: string): void => {
    if (closed) return;
    waiting.add(key);
    startNext();
  };

  return {
    add,
    close: async () => {
      closed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(active.values());
    },
  };
};
