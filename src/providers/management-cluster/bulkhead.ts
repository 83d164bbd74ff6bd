import { ManagementClusterError } from './errors.ts';
import type { Timing } from './timing.ts';

export interface BulkheadLimits {
  readonly maxInFlight: number;
  /** Calls that may wait, over all flows. */
  readonly maxQueued: number;
  /** Calls of one flow that may wait, so that one cluster cannot take the whole queue. */
  readonly maxQueuedPerFlow: number;
}

/** At most so many calls in flight to one management cluster; those that wait take turns by flow. */
export interface Bulkhead {
  /** Rejects with `throttled` when the queue is full and with `timeout` when the signal comes before the turn. */
  run<T>(flow: string, signal: AbortSignal, task: () => Promise<T>): Promise<T>;
  /** Starts nothing for so long: the server asked for it. */
  pause(milliseconds: number): void;
  pausedMilliseconds(): number;
  close(): void;
}

/** The server asked us to stay away for so long. */
export const tooSoon = (pauseMilliseconds: number): ManagementClusterError =>
  new ManagementClusterError('throttled', 'the server asked us to wait; nothing was sent', {
    retryAfterSeconds: Math.ceil(pauseMilliseconds / 1000),
  });

interface Waiter {
  start(): void;
}

export const createBulkhead = (limits: BulkheadLimits, timing: Timing): Bulkhead => {
  /** Insertion order is the order of turns: a served flow goes to the end. */
  const flows = new Map<string, Waiter[]>();
  let queued = 0;
  let inFlight = 0;
  let pausedUntil = 0;
  let callOffWake: (() => void) | undefined;

  const pausedMilliseconds = () => Math.max(0, pausedUntil - timing.monotonic());

  const takeNext = (): Waiter | undefined => {
    for (const [flow, waiters] of flows) {
      const waiter = waiters.shift();
      flows.delete(flow);
      if (waiters.length > 0) flows.set(flow, waiters);
      if (waiter) {
        queued -= 1;
        return waiter;
      }
    }
    return undefined;
  };

  const startWaiting = () => {
    const pause = pausedMilliseconds();
    if (pause > 0) {
      callOffWake ??= timing.after(pause, () => {
        callOffWake = undefined;
        startWaiting();
      });
      return;
    }
    while (inFlight < limits.maxInFlight) {
      const waiter = takeNext();
      if (!waiter) return;
      inFlight += 1;
      waiter.start();
    }
  };

  const removeWaiter = (flow: string, waiter: Waiter) => {
    const waiters = flows.get(flow);
    const index = waiters?.indexOf(waiter) ?? -1;
    if (!waiters || index < 0) return;
    waiters.splice(index, 1);
    queued -= 1;
    if (waiters.length === 0) flows.delete(flow);
  };

  const explainGivingUp = (signal: AbortSignal): unknown => {
    const { reason } = signal;
    if (!(reason instanceof ManagementClusterError) || reason.kind !== 'timeout') return reason;
    const pause = pausedMilliseconds();
    return pause > 0
      ? tooSoon(pause)
      : new ManagementClusterError(
          'timeout',
          `${inFlight} calls were in flight all the time; nothing was sent`,
        );
  };

  const waitForTurn = (flow: string, signal: AbortSignal): Promise<void> => {
    const waiters = flows.get(flow) ?? [];
    if (queued >= limits.maxQueued || waiters.length >= limits.maxQueuedPerFlow) {
      throw new ManagementClusterError(
        'throttled',
        `${queued} calls wait for this management cluster already`,
        {
          retryAfterSeconds: 1,
        },
      );
    }
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        removeWaiter(flow, waiter);
        reject(explainGivingUp(signal));
      };
      const waiter: Waiter = {
        start: () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      signal.addEventListener('abort', giveUp, { once: true });
      waiters.push(waiter);
      flows.set(flow, waiters);
      queued += 1;
      startWaiting();
    });
  };

  return {
    run: async (flow, signal, task) => {
      signal.throwIfAborted();
      await waitForTurn(flow, signal);
      try {
        return await task();
      } finally {
        inFlight -= 1;
        startWaiting();
      }
    },
    pause: (milliseconds) => {
      pausedUntil = Math.max(pausedUntil, timing.monotonic() + milliseconds);
    },
    pausedMilliseconds,
    close: () => callOffWake?.(),
  };
};
