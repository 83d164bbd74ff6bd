import { createRemoteJWKSet, errors, customFetch as joseFetch } from 'jose';
import { allowInsecureRequests, customFetch, discovery } from 'openid-client';
import { OutgoingError, type OutgoingHttp } from '../outgoing-http/contract.ts';
import type { UnavailableIssuer } from './contract.ts';

export type KeySet = ReturnType<typeof createRemoteJWKSet>;

/** Why the keys of an issuer could not be fetched. */
export class KeysUnavailable extends Error {
  readonly why: UnavailableIssuer['cause'];

  constructor(why: UnavailableIssuer['cause'], cause?: unknown) {
    super(`the keys of the issuer cannot be fetched (${why})`, { cause });
    this.name = 'KeysUnavailable';
    this.why = why;
  }
}

/** Of each of the two requests, in seconds: a caller waits for both when nothing is known of the issuer yet. */
const timeoutSeconds = 5;

const outgoingErrorIn = (error: unknown): OutgoingError | undefined => {
  if (error instanceof OutgoingError) return error;
  return error instanceof Error && error.cause !== undefined ? outgoingErrorIn(error.cause) : undefined;
};

export const toUnavailable = (error: unknown): KeysUnavailable => {
  if (error instanceof KeysUnavailable) return error;
  if (error instanceof errors.JWKSTimeout) return new KeysUnavailable('unreachable', error);
  const outgoing = outgoingErrorIn(error);
  if (outgoing === undefined) return new KeysUnavailable('badAnswer', error);
  return new KeysUnavailable(outgoing.failure.kind === 'blocked' ? 'blocked' : 'unreachable', outgoing);
};

/** Reads where an issuer publishes its keys (OpenID Connect Discovery 1.0, section 4). Throws `KeysUnavailable`. */
export const discoverKeysUrl = async (issuer: string, http: OutgoingHttp): Promise<URL> => {
  try {
    const found = await discovery(new URL(issuer), 'berth', undefined, undefined, {
      timeout: timeoutSeconds,
      [customFetch]: (url, { headers, signal }) =>
        http.fetch(url, { headers, ...(signal ? { signal } : {}) }),
      // Whether this issuer may really do without TLS is the outgoing client's to say.
      ...(issuer.startsWith('http:') ? { execute: [allowInsecureRequests] } : {}),
    });
    const { issuer: named, jwks_uri: keysUrl } = found.serverMetadata();
    // The library forgives some well-known issuers a difference. Section 4.3: they MUST be identical.
    if (named !== issuer) throw new KeysUnavailable('wrongIssuer');
    if (keysUrl === undefined || !URL.canParse(keysUrl)) throw new KeysUnavailable('badAnswer');
    return new URL(keysUrl);
  } catch (error) {
    const isOther =
      error instanceof Error && 'code' in error && error.code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';
    throw isOther ? new KeysUnavailable('wrongIssuer', error) : toUnavailable(error);
  }
};

/** The key set at an address. When it is fetched is decided by `IssuerKeys` alone: on its own it never does again. */
export const openKeySet = (url: URL, http: OutgoingHttp): KeySet =>
  createRemoteJWKSet(url, {
    timeoutDuration: timeoutSeconds * 1_000,
    cacheMaxAge: Number.POSITIVE_INFINITY,
    cooldownDuration: Number.POSITIVE_INFINITY,
    [joseFetch]: (at, { headers, signal }) => http.fetch(at, { headers, signal }),
  });
