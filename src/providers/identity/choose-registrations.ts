import type { RegisteredIssuer } from './contract.ts';
import { audiencesOf, judgeClaimTypes, judgeTimes } from './judge-claims.ts';
import type { UnverifiedToken } from './read-token.ts';
import type { RefusalReason } from './refusal-reasons.ts';
import { isAccessToken } from './token-type.ts';

/** Registrations of one issuer that a token may fit; one at least. */
export type Registrations = readonly [RegisteredIssuer, ...(readonly RegisteredIssuer[])];

const isSome = (list: readonly RegisteredIssuer[]): list is Registrations => list.length > 0;

/** Those whose tolerance the times of the token fit. The reason is that of the first when none does. */
const choosePunctual = (
  { claims }: Pick<UnverifiedToken, 'claims'>,
  registrations: Registrations,
  now: number,
): Registrations | RefusalReason => {
  const judged = registrations.map((registration) => ({
    registration,
    reason: judgeTimes(claims, now, registration.clockToleranceSeconds),
  }));
  const punctual = judged
    .filter(({ reason }) => reason === undefined)
    .map(({ registration }) => registration);
  return isSome(punctual) ? punctual : (judged[0]?.reason ?? 'expired');
};

/**
 * The registrations that a token may fit, by what it says itself: so that nobody is asked for keys for a token that cannot be good. Passing
 * this means nothing yet.
 * @param now seconds since 1970.
 */
export const chooseRegistrations = (
  token: UnverifiedToken,
  registered: readonly RegisteredIssuer[],
  now: number,
): Registrations | RefusalReason => {
  const { claims, algorithm, type } = token;
  const ofIssuer = registered.filter(({ issuer }) => issuer === claims['iss']);
  if (!isSome(ofIssuer)) return 'unknown-issuer';
  const named = audiencesOf(claims);
  const ofAudience = ofIssuer.filter(({ audiences }) =>
    audiences.some((audience) => named.includes(audience)),
  );
  if (!isSome(ofAudience)) return 'wrong-audience';
  const ofAlgorithm = ofAudience.filter(({ algorithms }) => algorithms.includes(algorithm));
  if (!isSome(ofAlgorithm)) return 'algorithm-not-registered';
  const wrongClaims = judgeClaimTypes(claims);
  if (wrongClaims !== undefined) return wrongClaims;
  return isAccessToken(type, claims) ? choosePunctual(token, ofAlgorithm, now) : 'not-access-token';
};
