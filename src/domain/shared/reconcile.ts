/** Seconds. The retry cap and the resync period are promises of the service. */
export const reconcileTiming = {
  /** Everything is applied again at least this often, so that drift does not last. */
  resync: 600,
  /** How long a change that is under way on the management cluster is left alone before looking again. */
  poll: 10,
  /** How often an unplaced cluster is tried again without being woken. */
  placementRetry: 30,
  retryCap: 60,
} as const;

/** What was last applied with success. */
export interface Applied {
  readonly hash: string;
  readonly generation: number;
  readonly at: string;
}

/** The journal of tries to change something on the management cluster. */
export interface Attempt {
  /** Failures in a row; 0 after a success. */
  readonly failures: number;
  /**
   * When the open try was begun. Stored before the call is sent and removed when its success is stored: while it is
   * there, what the call did is unknown, whether the reply was lost, was a failure, or the process died.
   */
  readonly begunAt?: string;
  readonly lastError?: { readonly code: string; readonly message: string; readonly at: string };
  /** Nothing is tried before this. Removed by whoever changes the spec or asks for the deletion. */
  readonly nextAttemptAt?: string;
}
