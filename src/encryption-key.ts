import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import type { Kms } from './providers/kms/contract.ts';
import { createKeyRing } from './providers/kms/key-ring.ts';
import { readKmsAddress } from './providers/kms/kms-address.ts';
import { createLocalKms } from './providers/kms/local-kms.ts';

const keyLength = 32;

const decode = (text: string, source: string): Buffer => {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === keyLength) return key;
  throw new Error(`${source} must hold ${keyLength} bytes in base64: openssl rand -base64 32`);
};

const readKeyFile = async (file: string, source: string): Promise<Buffer> => {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`${source} names ${file}, which cannot be read: ${cause.code}`, { cause });
  });
  return decode(text, file);
};

/** The all-in-one program shares its key with nobody, so it may make one and keep it in the data directory. */
const madeKey = async (directory: string): Promise<Buffer> => {
  const file = join(directory, 'encryption.key');
  await mkdir(directory, { recursive: true, mode: 0o711 });
  // `wx`: of two processes that start at once, one writes and both read.
  await writeFile(file, randomBytes(keyLength).toString('base64'), { mode: 0o600, flag: 'wx' }).catch(
    (error) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  return decode(await readFile(file, 'utf8'), file);
};

const currentLocalKey = async (config: Config, mayMake: boolean): Promise<Buffer | undefined> => {
  const { encryptionKey, encryptionKeyFile, kms } = config;
  const given = [encryptionKey, encryptionKeyFile, kms].filter((value) => value !== undefined);
  if (given.length > 1) {
    throw new Error(
      'Only one of BERTH_ENCRYPTION_KEY, BERTH_ENCRYPTION_KEY_FILE and BERTH_KMS may be set: it is the key that new ' +
        'secrets are sealed with. Keys from before belong in BERTH_ENCRYPTION_KEYS_OLD and BERTH_KMS_OLD.',
    );
  }
  if (encryptionKey !== undefined) return decode(encryptionKey, 'BERTH_ENCRYPTION_KEY');
  if (encryptionKeyFile !== undefined) return readKeyFile(encryptionKeyFile, 'BERTH_ENCRYPTION_KEY_FILE');
  if (kms !== undefined) return undefined;
  if (mayMake) return madeKey(config.dataDirectory);
  throw new Error(
    'None of BERTH_ENCRYPTION_KEY (32 bytes in base64), BERTH_ENCRYPTION_KEY_FILE and BERTH_KMS is set. ' +
      'All API and worker processes need the same key.',
  );
};

/** Loaded only where it is asked for: the SDK would take memory of every process. */
const awsKms = async (address: string): Promise<Kms> => {
  const { createAwsKms } = await import('./providers/kms/aws-kms.ts');
  return createAwsKms(readKmsAddress(address));
};

export interface WrappingKeys {
  readonly kms: Kms;
  /** The oldest key of this process itself, from which earlier releases derived others. */
  readonly seed: Buffer | undefined;
}

/** The keys under which secrets are sealed: one for new ones, others to read what is older. */
export const loadWrappingKeys = async (config: Config, mayMake: boolean): Promise<WrappingKeys> => {
  const current = await currentLocalKey(config, mayMake);
  const olderKeys = config.oldEncryptionKeys.map((text) => decode(text, 'Each of BERTH_ENCRYPTION_KEYS_OLD'));
  const older = [...olderKeys.map(createLocalKms), ...(await Promise.all(config.oldKms.map(awsKms)))];
  const kms = current === undefined ? await awsKms(config.kms ?? '') : createLocalKms(current);
  return { kms: older.length === 0 ? kms : createKeyRing(kms, older), seed: olderKeys.at(-1) ?? current };
};
