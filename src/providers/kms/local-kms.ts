import { createHash } from 'node:crypto';
import { aadOf, decrypt, encrypt } from './aes-gcm.ts';
import type { Kms } from './contract.ts';

/** Envelopes of the first releases name every key so; which it was is found by trying. */
const firstId = 'local-1';

/** Named after the key, so that no two keys have one name, and nobody has to choose names. */
const idOf = (key: Buffer): string =>
  `local-${createHash('sha256').update('berth key id').update(key).digest('hex').slice(0, 12)}`;

/** @param key 32 bytes, from the environment or a file; never stored in the database. */
export const createLocalKms = (key: Buffer): Kms => {
  if (key.length !== 32) throw new Error('the encryption key must have 32 bytes');
  const keyId = idOf(key);
  return {
    keyId,
    reads: (id) => id === keyId || id === firstId,
    wrap: async (dataKey, context) => encrypt(key, dataKey, `${aadOf(context)}|${keyId}`),
    unwrap: async (wrapped, context, id) => decrypt(key, wrapped, `${aadOf(context)}|${id}`),
  };
};
