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
 * The key under which secrets are sealed: from BERTH_ENCRYPTION_KEY, or made once and kept in the data directory, as
 * the all-in-one program does. Whoever loses it loses the stored secrets.
 */
export const loadEncryptionKey = async (config: Config): Promise<Buffer> => {
  if (config.encryptionKey !== undefined) return decode(config.encryptionKey, 'BERTH_ENCRYPTION_KEY');
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
