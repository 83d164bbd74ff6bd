/** What a secret belongs to; authenticated with it, so that two stored secrets cannot be swapped. */
export interface SealContext {
  /** Empty for secrets of the fleet. */
  readonly tenantId: string;
  readonly kind: string;
  readonly id: string;
}

/** An envelope: the text under a data key of its own, the data key under the key `keyId`. All base64. */
export interface Sealed {
  readonly keyId: string;
  readonly wrappedKey: string;
  readonly text: string;
  /** Of the form of the envelope, authenticated with the text. Absent: 1, whose text does not name it. */
  readonly version?: number;
}

export interface Sealer {
  /** Id of the key under which data keys are wrapped now. */
  readonly keyId: string;
  /** May ask a key service, so never inside a transaction. Throws `unavailable` when that does not answer. */
  seal(context: SealContext, text: string): Promise<Sealed>;
  /**
   * As with `seal`, never inside a transaction. Throws when the envelope was altered, belongs elsewhere, or its key is
   * not known, and `unavailable` when the key service does not answer: that says nothing of the secret.
   */
  open(context: SealContext, sealed: Sealed): Promise<string>;
  /** The same text, its data key wrapped by the current key; undefined when it is already. */
  rewrap(context: SealContext, sealed: Sealed): Promise<Sealed | undefined>;
  /** First 12 hexadecimal digits of an HMAC: equal secrets of one owner can be recognised, nothing more. */
  fingerprint(context: Pick<SealContext, 'tenantId' | 'kind'>, text: string): string;
}
