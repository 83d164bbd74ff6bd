import { createHash, randomBytes } from 'node:crypto';

/** Text of a new API key: `bk_` and 32 random bytes. Shown once; only its hash is stored. */
export const newApiKey = (): string => `bk_${randomBytes(32).toString('base64url')}`;

/** A key has 256 random bits: a plain hash is enough, and looking it up is one index read. */
export const hashApiKey = (key: string): Buffer => createHash('sha256').update(key).digest();
