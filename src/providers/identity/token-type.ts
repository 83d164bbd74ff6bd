import type { JsonObject } from '../../domain/shared/json.ts';
import { audiencesOf } from './judge-claims.ts';

/** Only ID tokens have these: OpenID Connect Core section 2 and 3.3.2.11. */
const idTokenClaims = ['nonce', 'at_hash', 'c_hash', 's_hash'];

/** Says by a claim of its own that it is something else: Keycloak by `typ`, Cognito by `token_use`, logout tokens by `events`. */
const saysOther = ({ typ, token_use: use, events }: JsonObject): boolean =>
  (typ !== undefined && typ !== 'Bearer') || (use !== undefined && use !== 'access') || events !== undefined;

/** Claims that issuers put in access tokens and not in ID tokens: scopes, or the client that asked. */
const accessClaims = ['scope', 'scp', 'client_id', 'appid', 'cid', 'idtyp'];

/** An ID token is made for the client that asked for it; an access token is made for somebody else. */
const isForItsClient = (claims: JsonObject): boolean =>
  typeof claims['azp'] === 'string' && audiencesOf(claims).includes(claims['azp']);

const saysAccess = (claims: JsonObject): boolean =>
  claims['typ'] === 'Bearer' ||
  claims['token_use'] === 'access' ||
  accessClaims.some((name) => Object.hasOwn(claims, name)) ||
  (claims['azp'] !== undefined && !isForItsClient(claims));

/**
 * Whether a token was made to be shown to an API. `at+jwt` (RFC 9068) says so. Issuers that are older say nothing, or `JWT`: then the token
 * must have a claim of access tokens, and none of ID tokens. Every other type is refused.
 */
export const isAccessToken = (type: string | undefined, claims: JsonObject): boolean => {
  if (type === 'application/at+jwt') return !saysOther(claims);
  if (type !== undefined && type !== 'application/jwt') return false;
  return (
    !saysOther(claims) && !idTokenClaims.some((name) => Object.hasOwn(claims, name)) && saysAccess(claims)
  );
};
