/** Where a watch writes; one line is one event. */
export interface WatchStream {
  send(lines: readonly string[]): void;
  /** A normal end. */
  end(): void;
  /** Resolves when the client or the server ended the stream. */
  readonly closed: Promise<void>;
}
