import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';

const keyLength = 32;

const decode = (text: string, source: string): Buffer => {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === keyLength) return key;
  throw new Error(`${source} must hold ${keyLength} bytes in base64`);
};

/**
 * The key under which secrets are sealed: from BERTH_ENCRYPTION_KEY. Only the all-in-one program, which shares it with
 * nobody, makes one and keeps it in the data directory. Whoever loses it loses the stored secrets.
 */
export const loadEncryptionKey = async (config: Config, mayMake: boolean): Promise<Buffer> => {
  if (config.encryptionKey !== undefined) return decode(config.encryptionKey, 'BERTH_ENCRYPTION_KEY');
  if (!mayMake) {
    throw new Error(
      'BERTH_ENCRYPTION_KEY is not set. All API and worker processes need the same 32 bytes in base64.',
    );
  }
  const file = join(config.dataDirectory, 'encryption.key');
  await mkdir(config.dataDirectory, { recursive: true, mode: 0o711 });
  // `wx`: of two processes that start at once, one writes and both read.
  await writeFile(file, randomBytes(keyLength).toString('base64'), { mode: 0o600, flag: 'wx' }).catch(
    (error) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  return decode(await readFile(file, 'utf8'), file);
};
