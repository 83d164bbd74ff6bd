import { readGroups } from '../../domain/access/claim-rules.ts';
import type { JsonObject } from '../../domain/shared/json.ts';
import type { OutgoingHttp } from '../outgoing-http/contract.ts';
import { chooseRegistrations, type Registrations } from './choose-registrations.ts';
import type { FindIssuers, TokenOutcome, TokenVerifier, UnavailableIssuer } from './contract.ts';
import { KeysUnavailable } from './fetch-key-set.ts';
import { IssuerKeys, type KeyTiming, keyTiming } from './issuer-keys.ts';
import { KeyCache } from './key-cache.ts';
import { readToken } from './read-token.ts';
import { clientIdOf, isClientToken } from './token-party.ts';
import { verifySignature } from './verify-signature.ts';

export interface TokenVerifierOptions {
  readonly http: OutgoingHttp;
  readonly findIssuers: FindIssuers;
  /** Milliseconds since 1970, for the times in tokens. */
  readonly now: () => number;
  /** Milliseconds from any start, never going back, for the age of keys. */
  readonly monotonic: () => number;
  readonly timing?: Partial<KeyTiming>;
  /** How many issuers' keys are kept. */
  readonly maxIssuers?: number;
}

const optional = <Name extends string>(name: Name, value: unknown): { readonly [Key in Name]?: string } =>
  (typeof value === 'string' ? { [name]: value } : {}) as { readonly [Key in Name]?: string };

/** What was verified, for those registrations that it fits. */
const toVerified = (claims: JsonObject, registrations: Registrations): TokenOutcome => ({
  kind: 'verified',
  issuer: registrations[0].issuer,
  subject: claims['sub'] as string,
  ...optional('clientId', clientIdOf(claims)),
  isClient: isClientToken(claims),
  expiresAt: claims['exp'] as number,
  ...optional('tokenId', claims['jti']),
  candidates: registrations.map(({ id, tenantId, groupsClaim }) => ({
    issuerId: id,
    tenantId,
    groups: readGroups(claims, groupsClaim),
  })),
  claims,
});

/**
 * Verifies bearer tokens of the issuers that tenants registered. Nothing that was verified is remembered: each token is verified each time
 * it comes, so that an issuer that is removed is removed at once.
 */
export const createTokenVerifier = (options: TokenVerifierOptions): TokenVerifier => {
  const { http, findIssuers, now, monotonic } = options;
  const timing: KeyTiming = { ...keyTiming, ...options.timing };
  const cache = new KeyCache(
    (issuer) => new IssuerKeys({ issuer, http, monotonic, timing }),
    options.maxIssuers,
  );

  const toOutcome = (error: unknown, issuer: string): UnavailableIssuer => {
    if (!(error instanceof KeysUnavailable)) throw error;
    const retryAfterSeconds = Math.ceil(timing.cooldown / 1_000);
    return { kind: 'unavailable', issuer, cause: error.why, retryAfterSeconds };
  };

  const verifyFor = async (
    token: string,
    registrations: Registrations,
    seconds: number,
  ): Promise<TokenOutcome> => {
    const [{ issuer }] = registrations;
    try {
      const claims = await verifySignature(token, cache.of(issuer), registrations, seconds);
      if (typeof claims === 'string') return { kind: 'refused', reason: claims };
      return toVerified(claims as JsonObject, registrations);
    } catch (error) {
      return toOutcome(error, issuer);
    }
  };

  return {
    verify: async (token) => {
      const unverified = readToken(token);
      if (typeof unverified === 'string') return { kind: 'refused', reason: unverified };
      const { iss } = unverified.claims;
      const registered = typeof iss === 'string' ? await findIssuers(iss) : [];
      const seconds = Math.floor(now() / 1_000);
      const registrations = chooseRegistrations(unverified, registered, seconds);
      return typeof registrations === 'string'
        ? { kind: 'refused', reason: registrations }
        : await verifyFor(token, registrations, seconds);
    },
  };
};
