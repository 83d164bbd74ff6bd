export interface WorkQueueOptions {
  /** Works on one key; the queue never runs one key twice at the same time. */
  work(key: string): Promise<void>;
  readonly concurrency: number;
}

/** Keys that wait, keys that are worked on, and keys that come back at a later time. A key is a doorbell: rung twice, answered once. */
export class WorkQueue {
  readonly #options: WorkQueueOptions;
  readonly #waiting = new Set<string>();
  readonly #running = new Set<string>();
  readonly #rungAgain = new Set<string>();
  readonly #timers = new Map<string, { timer: NodeJS.Timeout; counts: boolean }>();
  readonly #onIdle: (() => void)[] = [];
  #stopped = false;

  constructor(options: WorkQueueOptions) {
    this.#options = options;
  }

  ring(key: string): void {
    if (this.#stopped) return;
    this.#clearTimer(key);
    if (this.#running.has(key)) this.#rungAgain.add(key);
    else this.#waiting.add(key);
    this.#fill();
  }

  /** A later ring replaces an earlier one. `counts` false: a look that does not keep the queue from being idle. */
  ringLater(key: string, milliseconds: number, counts = true): void {
    if (this.#stopped) return;
    this.#clearTimer(key);
    // Longer waits do not fit a timer; the object is looked at again and waits on.
    const timer = setTimeout(() => this.ring(key), Math.min(milliseconds, 2_000_000_000));
    this.#timers.set(key, { timer, counts });
  }

  /** Resolves when nothing is to be done, now or by itself later. */
  async idle(): Promise<void> {
    if (!this.#isIdle()) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }

  /** Resolves when the work that was under way has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const key of [...this.#timers.keys()]) this.#clearTimer(key);
    this.#waiting.clear();
    this.#rungAgain.clear();
    await this.idle();
  }

  #isIdle(): boolean {
    const later = [...this.#timers.values()].some(({ counts }) => counts);
    return this.#waiting.size === 0 && this.#running.size === 0 && !later;
  }

  #clearTimer(key: string): void {
    clearTimeout(this.#timers.get(key)?.timer);
    this.#timers.delete(key);
  }

  #fill(): void {
    for (const key of this.#waiting) {
      if (this.#running.size >= this.#options.concurrency) return;
      this.#waiting.delete(key);
      this.#running.add(key);
      void this.#options.work(key).finally(() => this.#done(key));
    }
  }

  #done(key: string): void {
    this.#running.delete(key);
    if (this.#rungAgain.delete(key) && !this.#stopped) {
      this.#clearTimer(key);
      this.#waiting.add(key);
    }
    this.#fill();
    if (this.#isIdle()) for (const resolve of this.#onIdle.splice(0)) resolve();
  }
}
