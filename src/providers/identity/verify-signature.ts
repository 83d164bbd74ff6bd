import { errors, type JWTPayload, jwtVerify } from 'jose';
import type { Registrations } from './choose-registrations.ts';
import { KeysUnavailable } from './fetch-key-set.ts';
import type { IssuerKeys } from './issuer-keys.ts';
import type { RefusalReason } from './refusal-reasons.ts';

const reasons: readonly (readonly [new (...args: never[]) => Error, RefusalReason])[] = [
  [errors.JWSSignatureVerificationFailed, 'bad-signature'],
  [errors.JWKSNoMatchingKey, 'unknown-key'],
  [errors.JWKSMultipleMatchingKeys, 'ambiguous-key'],
  [errors.JOSEAlgNotAllowed, 'algorithm-not-registered'],
  [errors.JWTExpired, 'expired'],
  [errors.JWTClaimValidationFailed, 'bad-claim'],
  [errors.JWSInvalid, 'malformed'],
  [errors.JWTInvalid, 'malformed'],
];

const reasonOf = (error: unknown): RefusalReason => {
  const known = reasons.find(([kind]) => error instanceof kind);
  if (known !== undefined) return known[1];
  // jose has no type of its own for this one.
  return error instanceof TypeError && error.message.includes('modulusLength') ? 'weak-key' : 'unusable-key';
};

/**
 * Verifies a token with the keys of one issuer, for registrations of that issuer. Gives its claims, or why not. Throws `KeysUnavailable`.
 * @param now seconds since 1970.
 */
export const verifySignature = async (
  token: string,
  keys: IssuerKeys,
  registrations: Registrations,
  now: number,
): Promise<JWTPayload | RefusalReason> => {
  try {
    const { payload } = await jwtVerify(token, (header, jws) => keys.find(header, jws), {
      issuer: registrations[0].issuer,
      audience: registrations.flatMap(({ audiences }) => audiences),
      algorithms: registrations.flatMap(({ algorithms }) => algorithms),
      requiredClaims: ['exp', 'iat', 'sub'],
      clockTolerance: Math.max(...registrations.map(({ clockToleranceSeconds }) => clockToleranceSeconds)),
      currentDate: new Date(now * 1_000),
    });
    return payload;
  } catch (error) {
    if (error instanceof KeysUnavailable) throw error;
    return reasonOf(error);
  }
};
