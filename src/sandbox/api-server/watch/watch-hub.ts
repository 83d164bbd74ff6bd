import type { ObjectStore } from '../store/object-store.ts';
import type { ChangeRow } from '../store/read-changes.ts';

type ChangeListener = (changes: readonly ChangeRow[], upTo: number) => void;

export interface Subscription {
  /** Changes after this version reach the listener; what came before has to be read from the store. */
  readonly from: number;
  end(): void;
}

export interface WatchHub {
  /** Something was committed: read it. */
  wake(): void;
  subscribe(resource: string, listener: ChangeListener): Promise<Subscription>;
  /** The version up to which all changes have been handed out. */
  position(): number;
  close(): Promise<void>;
}

const pageSize = 500;

export interface WatchHubOptions {
  readonly store: ObjectStore;
  /** How often to look for what other processes committed. */
  readonly pollMs: number;
  /** Called after each read. */
  onRead(upTo: number): void;
  onError(error: unknown): void;
}

/** The listeners by resource, and those that wait to join between two reads. */
const createListeners = (onError: (error: unknown) => void) => {
  // One listener that fails must not keep the change from the others.
  const guarded = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      onError(error);
    }
  };
  const byResource = new Map<string, Set<ChangeListener>>();
  let joining: (() => void)[] = [];
  return {
    resources: (): readonly string[] => [...byResource.keys()],
    add: (resource: string, listener: ChangeListener): void => {
      byResource.set(resource, (byResource.get(resource) ?? new Set()).add(listener));
    },
    remove: (resource: string, listener: ChangeListener): void => {
      const interested = byResource.get(resource);
      interested?.delete(listener);
      if (interested?.size === 0) byResource.delete(resource);
    },
    handOut: (changes: readonly ChangeRow[], upTo: number): void => {
      for (const [resource, interested] of byResource) {
        const own = changes.filter((change) => change.resource === resource);
        if (own.length === 0) continue;
        for (const listener of [...interested]) guarded(() => listener(own, upTo));
      }
    },
    joinLater: (join: () => void): void => {
      joining.push(join);
    },
    admitJoining: (): void => {
      const ready = joining;
      joining = [];
      for (const join of ready) join();
    },
  };
};

/** Reads changes from the database, once for all watches of this process, and hands them out in order. */
export const openWatchHub = async (options: WatchHubOptions): Promise<WatchHub> => {
  const { store } = options;
  const listeners = createListeners(options.onError);
  let position = (await store.revision()).rv;
  let wanted = false;
  let running = false;
  let closed = false;
  let reading: Promise<void> = Promise.resolve();

  const readPage = async (): Promise<void> => {
    wanted = false;
    const page = await store.changesAfter(position, listeners.resources(), pageSize);
    if (page.changes.length >= pageSize) wanted = true;
    position = Math.max(position, page.upTo);
    listeners.handOut(page.changes, position);
    options.onRead(position);
  };

  const readPages = async (): Promise<void> => {
    try {
      while (wanted && !closed) {
        await readPage();
        listeners.admitJoining();
      }
    } catch (error) {
      options.onError(error);
    } finally {
      running = false;
      listeners.admitJoining();
    }
  };

  const wake = (): void => {
    wanted = true;
    if (running || closed) return;
    running = true;
    reading = readPages();
  };

  const timer = setInterval(wake, options.pollMs);
  timer.unref();

  return {
    wake,
    position: () => position,
    subscribe: (resource, listener) =>
      new Promise((resolve) => {
        const join = (): void => {
          listeners.add(resource, listener);
          resolve({ from: position, end: () => listeners.remove(resource, listener) });
        };
        // A read that is under way does not know of this resource yet; joining after it leaves no gap.
        if (running) listeners.joinLater(join);
        else join();
      }),
    close: async () => {
      closed = true;
      clearInterval(timer);
      await reading;
    },
  };
};
