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
}

/** Works keys off one after the other, each at most once at a time; a failed key is tried again. */
export const createWorkQueue = (options: WorkQueueOptions): WorkQueue => {
  const waiting = new Set<string>();
  const timers = new Map<string, NodeJS.Timeout>();
  let running: Promise<void> | undefined;
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

  const workOff = async (): Promise<void> => {
    for (const key of waiting) {
      if (closed) return;
      waiting.delete(key);
      try {
        const again = await options.work(key);
        if (again !== undefined) later(key, again);
      } catch (error) {
        options.onError(error, key);
        later(key, options.retryMs);
      }
    }
  };

  const add = (key: string): void => {
    if (closed) return;
    waiting.add(key);
    running ??= Promise.resolve()
      .then(workOff)
      .finally(() => {
        running = undefined;
        const [next] = waiting;
        if (next !== undefined) add(next);
      });
  };

  return {
    add,
    close: async () => {
      closed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await running;
    },
  };
};
