import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { SealContext, Sealer } from '../../domain/credential/sealed.ts';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

const encrypt = (key: Buffer, plain: Buffer, aad: string): string => {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(aad));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
};

const decrypt = (key: Buffer, text: string, aad: string): Buffer => {
  const bytes = Buffer.from(text, 'base64');
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceLength)).setAAD(Buffer.from(aad));
  decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
  return Buffer.concat([decipher.update(bytes.subarray(nonceLength + tagLength)), decipher.final()]);
};

const aadOf = ({ tenantId, kind, id }: SealContext): string => `${tenantId}|${kind}|${id}`;

/**
 * Envelope encryption with AES-256-GCM.
 * @param masterKey 32 bytes, from the environment or a file; never stored in the database.
 */
export const createLocalSealer = (masterKey: Buffer, keyId: string): Sealer => {
  if (masterKey.length !== 32) throw new Error('the encryption key must have 32 bytes');
  const fingerprintKey = createHmac('sha256', masterKey).update('fingerprint').digest();
  return {
    seal: (context, text) => {
      const dataKey = randomBytes(32);
      const aad = aadOf(context);
      const wrappedKey = encrypt(masterKey, dataKey, `${aad}|${keyId}`);
      return { keyId, wrappedKey, text: encrypt(dataKey, Buffer.from(text), aad) };
    },
    open: (context, sealed) => {
      if (sealed.keyId !== keyId)
        throw new Error(`the secret was sealed with the unknown key ${sealed.keyId}`);
      const aad = aadOf(context);
      const dataKey = decrypt(masterKey, sealed.wrappedKey, `${aad}|${keyId}`);
      return decrypt(dataKey, sealed.text, aad).toString('utf8');
    },
    fingerprint: ({ tenantId, kind }, text) =>
      createHmac('sha256', fingerprintKey).update(`${tenantId}|${kind}|${text}`).digest('hex').slice(0, 12),
  };
};
