import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  sign,
  verify,
} from 'node:crypto';
import { isJsonObject, type JsonObject } from '../../../domain/shared/json.ts';

export const tokenIssuer = 'https://kubernetes.default.svc';

interface TokenSubject {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

interface IssuedToken {
  readonly token: string;
  readonly expiresAt: Date;
}

export interface TokenSigner {
  issue(subject: TokenSubject, audiences: readonly string[], seconds: number, now: Date): IssuedToken;
  /** The ServiceAccount a token names, if we signed it and it has not expired. Whether the account still exists is not checked. */
  verify(token: string, now: Date): TokenSubject | undefined;
}

/** A new private key, PEM. */
export const makeSigningKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();

const encode = (value: JsonObject): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const decode = (part: string): JsonObject | undefined => {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const claimsOf = (
  subject: TokenSubject,
  audiences: readonly string[],
  issuedAt: number,
  expiresAt: number,
): JsonObject => ({
  iss: tokenIssuer,
  sub: `system:serviceaccount:${subject.namespace}:${subject.name}`,
  aud: audiences,
  iat: issuedAt,
  nbf: issuedAt,
  exp: expiresAt,
  jti: randomUUID(),
  'kubernetes.io': {
    namespace: subject.namespace,
    serviceaccount: { name: subject.name, uid: subject.uid },
  },
});

const subjectOf = (claims: JsonObject): TokenSubject | undefined => {
  const kubernetes = claims['kubernetes.io'];
  if (!isJsonObject(kubernetes) || !isJsonObject(kubernetes['serviceaccount'])) return undefined;
  const { name, uid } = kubernetes['serviceaccount'];
  return { namespace: String(kubernetes['namespace']), name: String(name), uid: String(uid) };
};

const isValidNow = (claims: JsonObject, now: Date): boolean => {
  const seconds = now.getTime() / 1000;
  const { iss, exp, aud } = claims;
  const meantForUs = Array.isArray(aud) && aud.includes(tokenIssuer);
  return iss === tokenIssuer && meantForUs && typeof exp === 'number' && exp > seconds;
};

/** Signs and checks ServiceAccount tokens: JWT with ES256. */
export const createTokenSigner = (privateKeyPem: string): TokenSigner => {
  const privateKey = createPrivateKey(privateKeyPem);
  const publicKey = createPublicKey(privateKey);
  const header = encode({ alg: 'ES256', typ: 'JWT' });
  return {
    issue: (subject, audiences, seconds, now) => {
      const issuedAt = Math.floor(now.getTime() / 1000);
      const body = `${header}.${encode(claimsOf(subject, audiences, issuedAt, issuedAt + seconds))}`;
      const signature = sign('sha256', Buffer.from(body), { key: privateKey, dsaEncoding: 'ieee-p1363' });
      return {
        token: `${body}.${signature.toString('base64url')}`,
        expiresAt: new Date((issuedAt + seconds) * 1000),
      };
    },
    verify: (token, now) => {
      const [head, payload, signature, ...rest] = token.split('.');
      if (head !== header || !payload || !signature || rest.length > 0) return undefined;
      const genuine = verify(
        'sha256',
        Buffer.from(`${head}.${payload}`),
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      );
      const claims = genuine ? decode(payload) : undefined;
      return claims && isValidNow(claims, now) ? subjectOf(claims) : undefined;
    },
  };
};
