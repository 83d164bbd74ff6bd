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
}

export interface Sealer {
  seal(context: SealContext, text: string): Sealed;
  /** Throws when the envelope was altered, belongs elsewhere, or its key is not known. */
  open(context: SealContext, sealed: Sealed): string;
  /** First 12 hexadecimal digits of an HMAC: equal secrets of one owner can be recognised, nothing more. */
  fingerprint(context: Pick<SealContext, 'tenantId' | 'kind'>, text: string): string;
}
