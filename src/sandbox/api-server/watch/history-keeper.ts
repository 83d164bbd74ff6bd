import type { ObjectStore } from '../store/object-store.ts';

/** Keeps the history of changes to a size. */
export interface HistoryKeeper {
  /** Tells how far the versions have come; drops old ones now and then. */
  noteVersion(rv: number): void;
  /** Drops all history now. */
  compact(): Promise<void>;
  close(): Promise<void>;
}

export const createHistoryKeeper = (
  store: ObjectStore,
  size: number,
  onError: (error: unknown) => void,
): HistoryKeeper => {
  const step = Math.max(Math.floor(size / 10), 1);
  let next = 0;
  let running: Promise<void> = Promise.resolve();
  return {
    noteVersion: (rv) => {
      if (rv < next) return;
      // The first call only sets the mark: a restart does not begin with cleaning.
      const isFirst = next === 0;
      next = rv + step;
      if (!isFirst && rv > size) running = running.then(() => store.compactTo(rv - size)).catch(onError);
    },
    compact: async () => store.compactTo((await store.revision()).rv),
    close: () => running,
  };
};
