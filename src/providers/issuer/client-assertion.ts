import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';

const signAsync = promisify<string, Buffer, KeyObject, Buffer>(sign);

/** What signs the tokens of an issuer. */
export interface IssuerSigningKey {
  readonly kid: string;
  /** PEM of a private RSA key. */
  readonly privateKey: string;
}

export interface AssertionOptions {
  /** `iss` of the tokens: the address below which the public key is published. */
  readonly issuer: string;
  readonly key: () => Promise<IssuerSigningKey>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Unique per token. */
  readonly newTokenId: () => string;
}

/** Long enough for clocks that differ, short enough that a token which is lost is of no use. Seconds. */
const lifeSeconds = 600;
/** Clocks of clouds may be behind. Seconds. */
const toleranceSeconds = 30;

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Signs a token for one exchange: `subject` says for whom, `audience` who is to take it. RS256, RFC 7519 and 7523. */
export type SignAssertion = (audience: string, subject: string) => Promise<string>;

export const createSignAssertion = ({ issuer, key, now, newTokenId }: AssertionOptions): SignAssertion => {
  let known: { readonly kid: string; readonly object: KeyObject } | undefined;
  return async (audience, subject) => {
    const { kid, privateKey } = await key();
    if (known?.kid !== kid) known = { kid, object: createPrivateKey(privateKey) };
    const at = Math.floor(now() / 1000);
    const head = encode({ alg: 'RS256', typ: 'JWT', kid });
    const claims = encode({
      iss: issuer,
      sub: subject,
      aud: audience,
      jti: newTokenId(),
      iat: at,
      nbf: at - toleranceSeconds,
      exp: at + lifeSeconds,
    });
    const signature = await signAsync('sha256', Buffer.from(`${head}.${claims}`), known.object);
    return `${head}.${claims}.${signature.toString('base64url')}`;
  };
};
