import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SealContext } from '../../domain/credential/sealed.ts';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/** Nonce, tag and body, in base64. The nonce is random: a key here encrypts far fewer than 2^32 texts (SP 800-38D, 8.3). */
export const encrypt = (key: Buffer, plain: Buffer, aad: string): string => {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(aad));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
};

/** Throws when anything was altered, the tag's length included. */
export const decrypt = (key: Buffer, text: string, aad: string): Buffer => {
  const bytes = Buffer.from(text, 'base64');
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceLength), {
    authTagLength: tagLength,
  }).setAAD(Buffer.from(aad));
  decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
  return Buffer.concat([decipher.update(bytes.subarray(nonceLength + tagLength)), decipher.final()]);
};

export const aadOf = ({ tenantId, kind, id }: SealContext): string => `${tenantId}|${kind}|${id}`;
