import { isJsonObject, type JsonObject } from '../../../src/domain/shared/json.ts';
import type { FakeWorld } from './fake-world.ts';

/** Claims of a token of Berth's issuer. The double looks into it, not at its signature. */
const readClaims = (token: string): JsonObject => {
  const value: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString() || '{}');
  return isJsonObject(value) ? value : {};
};

/** An unsigned token, as far as the double cares. */
export const subjectTokenOf = (claims: JsonObject): string =>
  `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;

/** A pool of the tenant's that trusts Berth's issuer, and the account that its tokens may act as. */
export interface FakeTrust {
  readonly audience: string;
  readonly email: string;
  /** Condition on the subject of a token. */
  trusts(subject: string): boolean;
}

interface TokenAnswer {
  readonly status: number;
  readonly body: JsonObject;
}

export const exchangeToken = (trust: FakeTrust, form: URLSearchParams): TokenAnswer => {
  const refuse = (error: string, text: string): TokenAnswer => ({
    status: 400,
    body: { error, error_description: text },
  });
  if (form.get('audience') !== trust.audience)
    return refuse('invalid_target', 'The target service is unknown.');
  const subject = String(readClaims(form.get('subject_token') ?? '')['sub'] ?? '');
  if (!trust.trusts(subject))
    return refuse('unauthorized_client', 'The given credential is rejected by the attribute condition.');
  return {
    status: 200,
    body: {
      access_token: `federated-${subject}`,
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      token_type: 'Bearer',
      expires_in: 3600,
    },
  };
};

export const impersonate = (
  world: FakeWorld,
  trust: FakeTrust,
  path: string,
  authorization: string | undefined,
): TokenAnswer => {
  const isMeant = path.endsWith(`/serviceAccounts/${trust.email}:generateAccessToken`);
  if (!isMeant || authorization?.startsWith('Bearer federated-') !== true)
    return {
      status: 403,
      body: { error: { code: 403, message: 'Permission denied', status: 'PERMISSION_DENIED' } },
    };
  world.count += 1;
  const accessToken = `access-${world.count}`;
  return { status: 200, body: { accessToken, expireTime: new Date(Date.now() + 3_600_000).toISOString() } };
};
