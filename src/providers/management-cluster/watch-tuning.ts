/** Times of the watch. The defaults are for real servers; tests and simulations shorten them. */
export interface WatchTuning {
  /** The server ends a stream after this long, plus up to the jitter, so that streams do not end together. Seconds. */
  readonly streamSeconds: number;
  readonly streamJitterSeconds: number;
  /**
   * A stream without a byte for so long is half-open. A kube-apiserver sends a bookmark every 60 to 75 seconds: a limit of a
   * minute cut every idle stream just before it, so that its version grew old and nothing proved that it was up to date.
   */
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
  idleMs: 80_000,
  relistMs: 600_000,
  stableMs: 5_000,
  longestPauseMs: 60_000,
};
