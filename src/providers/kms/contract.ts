import type { SealContext } from '../../domain/credential/sealed.ts';

/** A key that wraps data keys, wherever it is kept. All implementations pass one conformance suite. */
export interface Kms {
  /** Stored with what it wraps; names the key, never holds any of it. */
  readonly keyId: string;
  /** Whether it may be able to unwrap what was wrapped under this id. */
  reads(keyId: string): boolean;
  /** Base64. Throws `BerthError` `unavailable` when the key cannot be reached now. */
  wrap(dataKey: Buffer, context: SealContext): Promise<string>;
  /**
   * Throws `BerthError` `unavailable` when the key cannot be reached now, and any other error when it was reached and
   * refused: altered bytes, another context, another key.
   */
  unwrap(wrapped: string, context: SealContext, keyId: string): Promise<Buffer>;
}
