import { createHash, randomBytes } from 'node:crypto';

/** Text of a new API key: `bk_` and 32 random bytes. Shown once; only its hash is stored. */
export const newApiKey = (): string => `bk_${randomBytes(32).toString('base64url')}`;

/** A key has 256 random bits: a plain hash is enough, and looking it up is one index read. */
export const hashApiKey = (key: string): Buffer => createHash('sha256').update(key).digest();

/** Characters of a key that are kept to tell it by: `bk_` and 48 of its 256 random bits. */
const prefixLength = 11;

export const prefixOf = (key: string): string => key.slice(0, prefixLength);
