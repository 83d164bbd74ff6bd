import type { JsonObject } from '../../domain/shared/json.ts';
import type { RefusalReason } from './refusal-reasons.ts';

/** From `iat` to `exp`: a token that lives longer is a password. */
const maxLifeSeconds = 86_400;

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

const isSubject = (value: unknown): boolean =>
  typeof value === 'string' && value.length >= 1 && value.length <= 255;

const required = ['exp', 'iat', 'sub'] as const;

/** Types of the claims that Berth decides on. `exp`, `iat` and `sub` must be there; RFC 9068 section 2.2 says so of access tokens. */
export const judgeClaimTypes = (claims: JsonObject): RefusalReason | undefined => {
  if (required.some((name) => !Object.hasOwn(claims, name))) return 'missing-claim';
  const { exp, iat, nbf, sub } = claims;
  return isTime(exp) && isTime(iat) && (nbf === undefined || isTime(nbf)) && isSubject(sub)
    ? undefined
    : 'bad-claim';
};

/** Times of claims whose types have been judged. @param now seconds since 1970. */
export const judgeTimes = (claims: JsonObject, now: number, tolerance: number): RefusalReason | undefined => {
  const { exp, iat, nbf } = claims as { exp: number; iat: number; nbf?: number };
  if (exp <= now - tolerance) return 'expired';
  if (Math.max(iat, nbf ?? iat) > now + tolerance) return 'not-yet-valid';
  return exp - iat > maxLifeSeconds ? 'life-too-long' : undefined;
};

/** `aud` as a list; empty when it is neither a text nor a list of texts. */
export const audiencesOf = ({ aud }: JsonObject): readonly string[] => {
  if (typeof aud === 'string') return [aud];
  return Array.isArray(aud) && aud.every((item) => typeof item === 'string') ? aud : [];
};
