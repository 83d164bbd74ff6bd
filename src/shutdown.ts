import type { Logger } from 'pino';

/** Milliseconds after which a shutdown that hangs is cut short: whoever stops us may kill after 25 s. */
const patienceMs = 24_000;

export interface Shutdown {
  /** Done at once when the stop begins, before anything is closed: ends what would keep the closing waiting. */
  beforeStop(act: () => void): void;
  /** Closes later what was opened earlier: the last registered goes first. */
  onStop(name: string, close: () => Promise<void>): void;
  stop(): Promise<void>;
}

/** Ordered and timed: intake stops first, the database closes last. A part that fails to close does not keep the others. */
export const createShutdown = (logger: Logger): Shutdown => {
  const steps: { readonly name: string; readonly close: () => Promise<void> }[] = [];
  const preparations: (() => void)[] = [];
  let stopping: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    for (const prepare of preparations) prepare();
    for (const { name, close } of steps.reverse()) {
      await close().catch((error: unknown) => logger.warn({ part: name, error }, 'did not close cleanly'));
    }
  };

  return {
    beforeStop: (act) => {
      preparations.push(act);
    },
    onStop: (name, close) => {
      steps.push({ name, close });
    },
    stop: () => {
      stopping ??= Promise.race([
        run(),
        new Promise<void>((resolve) => setTimeout(resolve, patienceMs).unref()),
      ]);
      return stopping;
    },
  };
};

/** Stops on SIGTERM and SIGINT, and when the parent that asked for it goes away. */
export const stopOnSignals = (shutdown: Shutdown, logger: Logger, isEmbedded: boolean): void => {
  const end = (signal: string): void => {
    logger.info({ signal }, 'stopping');
    // A terminal sends the signal to PostgreSQL too: the connections that this costs are no news.
    if (isEmbedded) logger.level = 'error';
    shutdown.stop().then(() => process.exit(0));
  };
  process.once('SIGTERM', () => end('SIGTERM'));
  process.once('SIGINT', () => end('SIGINT'));
};
