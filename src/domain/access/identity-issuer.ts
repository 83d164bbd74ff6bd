import type { ClaimRule } from './claim-rules.ts';

/** Signatures that a key of an issuer can make (RFC 7518, RFC 8037). No shared secrets, and never `none`. */
export const tokenAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const;
export type TokenAlgorithm = (typeof tokenAlgorithms)[number];

/** What a tenant may change of an issuer that it trusts. */
export interface IssuerTrust {
  /** A token has to name one of them in `aud`. At least one. */
  readonly audiences: readonly string[];
  readonly algorithms: readonly TokenAlgorithm[];
  /** How far the clock of the issuer may be off. */
  readonly clockToleranceSeconds: number;
  /** Path of the claim with the groups; absent: no groups. */
  readonly groupsClaim?: string;
  readonly rules: readonly ClaimRule[];
}

/** An identity provider whose tokens a tenant accepts. */
export interface IdentityIssuer extends IssuerTrust {
  readonly tenantId: string;
  readonly id: string;
  readonly name: string;
  /** The `iss` of its tokens, letter for letter. */
  readonly issuer: string;
  readonly generation: number;
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}
