import { createHash, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { IssuerKey } from '../../domain/issuer/issuer.ts';

const generate = promisify(generateKeyPair);

/** A private key in PKCS#1: the operator reads no other form. */
export const newSigningKey = async (bits: number): Promise<string> => {
  const { privateKey } = await generate('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  return privateKey;
};

/** The public half in PEM: tokens that it signed stay good while a cluster holds it. */
export const publicPemOf = (pem: string): string =>
  createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString();

/** The public half of a key in PEM, private or public, as it is published. */
export const issuerKeyOf = (pem: string): IssuerKey => {
  const key: KeyObject = createPublicKey(pem);
  const kid = createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
  const { n = '', e = '' } = key.export({ format: 'jwk' });
  return { kty: 'RSA', alg: 'RS256', use: 'sig', kid, n, e };
};
