import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../../domain/shared/json.ts';

/** Stateless tokens in the form of a JWT, signed with HMAC-SHA256. */
export interface TokenSigner {
  sign(claims: JsonObject): string;
  /** The claims of a token that this key signed and that has not expired. */
  verify(token: string): JsonObject | undefined;
}

const encode = (value: JsonObject): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const decode = (part: string): JsonObject | undefined => {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const header = encode({ alg: 'HS256', typ: 'JWT' });

export const createTokenSigner = (key: string | Uint8Array, now: () => number): TokenSigner => {
  const signatureOf = (text: string): Buffer => createHmac('sha256', key).update(text).digest();
  return {
    sign(claims) {
      const text = `${header}.${encode(claims)}`;
      return `${text}.${signatureOf(text).toString('base64url')}`;
    },
    verify(token) {
      const [head, body = '', signature = '', ...rest] = token.split('.');
      const given = Buffer.from(signature, 'base64url');
      const wanted = signatureOf(`${head}.${body}`);
      if (head !== header || rest.length > 0 || given.length !== wanted.length) return undefined;
      if (!timingSafeEqual(given, wanted)) return undefined;
      const claims = decode(body);
      const { exp } = claims ?? {};
      return typeof exp === 'number' && exp * 1000 <= now() ? undefined : claims;
    },
  };
};

const clusterClaim = 'sandbox.berth.io/cluster';
const adminClaim = 'sandbox.berth.io/admin-of';

/** Held by the admin kubeconfig: never expires, and works for one place only. */
export const adminClaims = (namespace: string, name: string): JsonObject => ({
  sub: 'system:admin',
  [adminClaim]: `${namespace}/${name}`,
});

export interface ServiceAccountIdentity {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

export const serviceAccountClaims = (
  clusterUid: string,
  account: ServiceAccountIdentity,
  audiences: readonly string[],
  issuedAt: number,
  expiresAt: number,
): JsonObject => ({
  iss: 'https://kubernetes.default.svc',
  sub: `system:serviceaccount:${account.namespace}:${account.name}`,
  aud: audiences,
  iat: issuedAt,
  nbf: issuedAt,
  exp: expiresAt,
  jti: randomUUID(),
  'kubernetes.io': {
    namespace: account.namespace,
    serviceaccount: { name: account.name, uid: account.uid },
  },
  [clusterClaim]: clusterUid,
});

export const isAdminOf = (claims: JsonObject, namespace: string, name: string): boolean =>
  claims[adminClaim] === `${namespace}/${name}`;

/** Undefined unless the claims are those of a service account of that very cluster. */
export const serviceAccountOf = (
  claims: JsonObject,
  clusterUid: string,
): ServiceAccountIdentity | undefined => {
  const bound = claims['kubernetes.io'];
  const account = isJsonObject(bound) ? bound['serviceaccount'] : undefined;
  if (claims[clusterClaim] !== clusterUid || !isJsonObject(bound) || !isJsonObject(account)) return undefined;
  const { namespace } = bound;
  const { name, uid } = account;
  if (typeof namespace !== 'string' || typeof name !== 'string' || typeof uid !== 'string') return undefined;
  return { namespace, name, uid };
};
