/** Times of the watch. The defaults are for real servers; tests and simulations shorten them. */
export interface WatchTuning {
  /** The server ends a stream after this long, plus up to the jitter, so that streams do not end together. Seconds. */
  readonly streamSeconds: number;
  readonly streamJitterSeconds: number;
  /** A stream without a byte for so long is half-open. Bookmarks come about once a minute. */
  readonly idleMs: number;
  /** However well the stream goes, the whole list is fetched again this often. */
  readonly relistMs: number;
  /** A stream that lived so long counts as a success: only then the pauses after failures start small again. */
  readonly stableMs: number;
  readonly longestPauseMs: number;
}

export const defaultWatchTuning: WatchTuning = {
  streamSeconds: 240,
  streamJitterSeconds: 60,
  idleMs: 60_000,
  relistMs: 600_000,
  stableMs: 5_000,
  longestPauseMs: 60_000,
};
