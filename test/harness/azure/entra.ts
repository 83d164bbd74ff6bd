import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../../../src/domain/shared/json.ts';
import type { ArmAnswer, ArmRequest } from './arm/answer.ts';

/** A federated credential of an application: whose assertions stand for its secret. */
export interface AzureTrust {
  readonly clientId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly audience: string;
  /** When given, the signature of an assertion must be by this key. */
  readonly key?: JsonWebKey;
}

/** Microsoft Entra ID of one tenant. */
export interface Entra {
  trust(trust: AzureTrust): void;
  /** A token of an application, as if it had been asked for. */
  issueToken(): string;
  /** All tokens that were given are no longer taken. */
  expireTokens(): void;
  stateOf(token: string): 'valid' | 'expired' | 'unknown';
  /** Undefined for paths of Azure Resource Manager. */
  answer(call: ArmRequest): ArmAnswer | undefined;
}

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

const refuse = (status: number, error: string, code: number, text: string): ArmAnswer => ({
  status,
  body: { error, error_description: `AADSTS${code}: ${text}`, error_codes: [code] },
});

const partOf = (token: string, index: number): JsonObject => {
  try {
    const value: unknown = JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString());
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
};

const isSigned = (token: string, key: JsonWebKey): boolean => {
  const [head, claims, signature = ''] = token.split('.');
  const publicKey = createPublicKey({ key, format: 'jwk' });
  return verify('sha256', Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, 'base64url'));
};

/** What about an assertion no credential of the application takes; undefined: it is good. */
const faultOf = (trusts: readonly AzureTrust[], assertion: string): ArmAnswer | undefined => {
  const { iss, sub, aud, exp } = partOf(assertion, 1);
  const unmatched = (code: number, what: string, value: unknown): ArmAnswer =>
    refuse(
      401,
      'invalid_client',
      code,
      `No matching federated identity record found for presented assertion ${what} '${value}'.`,
    );
  if (typeof exp !== 'number')
    return refuse(401, 'invalid_client', 50_027, 'JWT token is invalid or malformed.');
  const byIssuer = trusts.filter(({ issuer }) => issuer === iss);
  if (byIssuer.length === 0) return unmatched(700_211, 'issuer', iss);
  const bySubject = byIssuer.filter(({ subject }) => subject === sub);
  if (bySubject.length === 0) return unmatched(700_213, 'subject', sub);
  const byAudience = bySubject.filter(({ audience }) => audience === aud);
  if (byAudience.length === 0) return unmatched(700_212, 'audience', aud);
  if (byAudience.some(({ key }) => key === undefined || isSigned(assertion, key))) return undefined;
  return refuse(401, 'invalid_client', 700_027, 'Client assertion failed signature validation.');
};

export const createEntra = (tenantId: string): Entra => {
  const trusts: AzureTrust[] = [];
  const tokens = new Map<string, 'valid' | 'expired'>();
  const issueToken = (): string => {
    const token = `token-${tokens.size + 1}`;
    tokens.set(token, 'valid');
    return token;
  };
  const exchange = (form: URLSearchParams): ArmAnswer => {
    if (form.get('grant_type') !== 'client_credentials')
      return refuse(400, 'unsupported_grant_type', 70_003, 'The app requested an unsupported grant type.');
    const own = trusts.filter(({ clientId }) => clientId === form.get('client_id'));
    if (own.length === 0)
      return refuse(
        400,
        'unauthorized_client',
        700_016,
        `Application with identifier '${form.get('client_id')}' was not found in the directory.`,
      );
    const assertion = form.get('client_assertion');
    if (assertion === null || form.get('client_assertion_type') !== assertionType)
      return refuse(401, 'invalid_client', 7_000_216, "'client_assertion' is required.");
    // Libraries of Microsoft ask for scopes of the signed-in user along with it.
    if (!(form.get('scope') ?? '').split(' ').some((scope) => scope.endsWith('/.default')))
      return refuse(400, 'invalid_scope', 1_002_012, 'The provided value for scope is not valid.');
    return (
      faultOf(own, assertion) ?? {
        status: 200,
        body: { token_type: 'Bearer', expires_in: 3600, ext_expires_in: 3600, access_token: issueToken() },
      }
    );
  };
  const configuration = (origin: string): ArmAnswer => ({
    status: 200,
    body: {
      token_endpoint: `${origin}/${tenantId}/oauth2/v2.0/token`,
      authorization_endpoint: `${origin}/${tenantId}/oauth2/v2.0/authorize`,
      end_session_endpoint: `${origin}/${tenantId}/oauth2/v2.0/logout`,
      jwks_uri: `${origin}/${tenantId}/discovery/v2.0/keys`,
      issuer: `${origin}/${tenantId}/v2.0`,
    },
  });
  return {
    trust: (trust) => void trusts.push(trust),
    issueToken,
    expireTokens: () => {
      for (const token of tokens.keys()) tokens.set(token, 'expired');
    },
    stateOf: (token) => tokens.get(token) ?? 'unknown',
    answer: ({ method, path, origin, text }) => {
      const [, tenant, page] =
        /^\/([^/]+)\/(oauth2\/v2\.0\/token|v2\.0\/\.well-known\/openid-configuration)$/.exec(path) ?? [];
      if (page === undefined) return undefined;
      if (tenant?.toLowerCase() !== tenantId.toLowerCase())
        return refuse(400, 'invalid_request', 90_002, `Tenant '${tenant}' not found.`);
      if (page.startsWith('v2.0')) return configuration(origin);
      return method === 'POST'
        ? exchange(new URLSearchParams(text))
        : refuse(400, 'invalid_request', 900_561, 'The endpoint only accepts POST requests.');
    },
  };
};
