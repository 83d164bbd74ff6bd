import type { JsonObject } from '../../domain/shared/json.ts';

/** `client_id`: RFC 9068. `azp`: Keycloak, Auth0, Entra ID (2.0). `appid`: Entra ID (1.0). `cid`: Okta. */
const clientClaims = ['client_id', 'azp', 'appid', 'cid'];

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= 255 ? value : undefined;

export const clientIdOf = (claims: JsonObject): string | undefined =>
  clientClaims.map((name) => textOf(claims[name])).find((value) => value !== undefined);

/**
 * Whether no user is behind a token. RFC 9068 section 2.2: the subject is the client then. Entra ID says `idtyp: app`, Auth0
 * `gty: client-credentials`. Where nothing says so, the token counts as one of a user.
 */
export const isClientToken = (claims: JsonObject): boolean => {
  const { sub, gty, idtyp } = claims;
  return idtyp === 'app' || gty === 'client-credentials' || (sub !== undefined && sub === clientIdOf(claims));
};
