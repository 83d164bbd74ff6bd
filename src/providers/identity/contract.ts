import type { TokenAlgorithm } from '../../domain/access/identity-issuer.ts';
import type { JsonObject } from '../../domain/shared/json.ts';
import type { RefusalReason } from './refusal-reasons.ts';

/** An issuer as a tenant registered it. Several tenants may register the same one, each with audiences of its own. */
export interface RegisteredIssuer {
  readonly id: string;
  readonly tenantId: string;
  /** Compared with `iss` and with the issuer's own metadata, character by character. */
  readonly issuer: string;
  /** A token has to name one of them in `aud`. At least one. */
  readonly audiences: readonly string[];
  readonly algorithms: readonly TokenAlgorithm[];
  /** How far the clock of the issuer may be off, for `exp`, `nbf` and `iat`. */
  readonly clockToleranceSeconds: number;
  /** Path of the claim with the groups; absent: no groups. */
  readonly groupsClaim?: string;
}

/** A registration that a token fits. Which of them is meant, the caller says by its tenant. */
export interface TokenCandidate {
  readonly issuerId: string;
  readonly tenantId: string;
  readonly groups: readonly string[];
}

export interface VerifiedToken {
  readonly kind: 'verified';
  readonly issuer: string;
  /** Unique within the issuer; 1 to 255 characters. */
  readonly subject: string;
  /** The program that asked for the token, when the token says it. */
  readonly clientId?: string;
  /** Whether the token speaks for the program itself, with no user behind it (client credentials). */
  readonly isClient: boolean;
  /** Seconds since 1970. */
  readonly expiresAt: number;
  readonly tokenId?: string;
  /** One at least. */
  readonly candidates: readonly TokenCandidate[];
  readonly claims: JsonObject;
}

/** The reason is for the log: callers get the same text for all of them. */
export interface RefusedToken {
  readonly kind: 'refused';
  readonly reason: RefusalReason;
}

/** The keys of the issuer are not known and cannot be fetched now: nobody knows whether the token is good. */
export interface UnavailableIssuer {
  readonly kind: 'unavailable';
  readonly issuer: string;
  /** `blocked`: the address leads to where Berth must not go. `wrongIssuer`: the metadata is that of another one. */
  readonly cause: 'unreachable' | 'blocked' | 'badAnswer' | 'wrongIssuer' | 'tooMany';
  readonly retryAfterSeconds: number;
}

export type TokenOutcome = VerifiedToken | RefusedToken | UnavailableIssuer;

export interface TokenVerifier {
  /** Never rejects but when `findIssuers` does. */
  readonly verify: (token: string) => Promise<TokenOutcome>;
}

/** Everybody's registrations of the issuer with exactly this name; none when nobody registered it. */
export type FindIssuers = (issuer: string) => Promise<readonly RegisteredIssuer[]>;
