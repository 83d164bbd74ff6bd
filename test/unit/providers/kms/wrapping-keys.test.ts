import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from '../../../../src/config.ts';
import { loadWrappingKeys } from '../../../../src/encryption-key.ts';
import { readKmsAddress } from '../../../../src/providers/kms/kms-address.ts';
import { createLocalKms } from '../../../../src/providers/kms/local-kms.ts';

const key = Buffer.alloc(32, 1);
const old = Buffer.alloc(32, 2);
const arn = 'arn:aws:kms:eu-west-1:123456789012:key/abc';
const load = (env: Record<string, string>) => loadWrappingKeys(readConfig(env), false);

it('reads a key from the environment, with older ones beside it', async () => {
  const { kms, seed } = await load({
    BERTH_ENCRYPTION_KEY: key.toString('base64'),
    BERTH_ENCRYPTION_KEYS_OLD: old.toString('base64'),
  });
  expect(kms.keyId).toBe(createLocalKms(key).keyId);
  expect(kms.reads(createLocalKms(old).keyId)).toBe(true);
  expect(seed).toEqual(old);
});

it('reads a key from a file', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'berth-key-'));
  const file = join(directory, 'key');
  await writeFile(file, `${key.toString('base64')}\n`);
  expect((await load({ BERTH_ENCRYPTION_KEY_FILE: file })).kms.keyId).toBe(createLocalKms(key).keyId);
  await rm(directory, { recursive: true });
  await expect(load({ BERTH_ENCRYPTION_KEY_FILE: file })).rejects.toThrow('BERTH_ENCRYPTION_KEY_FILE names');
});

it('takes a key of a key service, with its region', async () => {
  expect((await load({ BERTH_KMS: `aws-kms://${arn}` })).kms.keyId).toBe(`aws-kms:${arn}`);
  expect(readKmsAddress(`aws-kms://${arn}?region=eu-west-2&endpoint=https://kms.example.org`)).toEqual({
    arn,
    region: 'eu-west-2',
    endpoint: 'https://kms.example.org',
  });
});

it.each([
  [{}, 'None of BERTH_ENCRYPTION_KEY'],
  [{ BERTH_ENCRYPTION_KEY: 'c2hvcnQ=' }, 'BERTH_ENCRYPTION_KEY must hold 32 bytes'],
  [{ BERTH_ENCRYPTION_KEY: key.toString('base64'), BERTH_KMS: `aws-kms://${arn}` }, 'Only one of'],
  [
    { BERTH_ENCRYPTION_KEY: key.toString('base64'), BERTH_ENCRYPTION_KEYS_OLD: 'x' },
    'BERTH_ENCRYPTION_KEYS_OLD',
  ],
])('says what is wrong with %o', async (env, words) => {
  await expect(load(env as Record<string, string>)).rejects.toThrow(words);
});

it.each(['x', 'gcp-kms://x', `aws-kms://${arn}?endpoint=nowhere`, `aws-kms://${arn}?other=1`])(
  'names the variable and the form when an address is %s',
  (address) => {
    expect(() => readConfig({ BERTH_KMS: address })).toThrow('BERTH_KMS must be aws-kms://arn:aws:kms:');
  },
);
