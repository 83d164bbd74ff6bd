export interface OutgoingLimits {
  /** Looking up, connecting and TLS, of all attempts together, in milliseconds. */
  readonly connectMs: number;
  /** From the request to the end of the header of its answer. */
  readonly headersMs: number;
  /** Everything. */
  readonly wholeMs: number;
  readonly maxHeaderBytes: number;
  readonly maxBodyBytes: number;
}

export const outgoingLimits: OutgoingLimits = {
  connectMs: 5_000,
  headersMs: 5_000,
  wholeMs: 10_000,
  maxHeaderBytes: 16_384,
  maxBodyBytes: 65_536,
};
