import { createHmac, randomBytes } from 'node:crypto';
import type { SystemTx } from './db/database.ts';
import { findServiceKey, insertServiceKey } from './db/repositories/service-keys.ts';
import type { Kms } from './providers/kms/contract.ts';
import { createEnvelopeSealer } from './providers/kms/envelope-sealer.ts';

/** Keys that all processes share and that no rotation of the wrapping key changes. 32 bytes each. */
export interface InstallationSecrets {
  readonly fingerprint: Buffer;
  readonly cursor: Buffer;
}

const name = 'installation';
const context = { tenantId: '', kind: 'service-key', id: name };
const purposes = ['fingerprint', 'cursor'] as const;

/** Earlier releases derived them from the encryption key: so they begin, and fingerprints stay what they were. */
const first = (seed: Buffer | undefined): string =>
  JSON.stringify(
    Object.fromEntries(
      purposes.map((purpose) => {
        const key =
          seed === undefined ? randomBytes(32) : createHmac('sha256', seed).update(purpose).digest();
        return [purpose, key.toString('base64')];
      }),
    ),
  );

/**
 * Stored sealed, made by whichever process is first. Throws when the wrapping key is not that of this database: better at
 * the start than at each secret.
 */
export const ensureInstallationSecrets = async (
  tx: SystemTx,
  kms: Kms,
  seed: Buffer | undefined,
): Promise<InstallationSecrets> => {
  const sealer = createEnvelopeSealer({ kms, fingerprintKey: Buffer.alloc(32) });
  if ((await findServiceKey(tx, name)) === undefined) {
    const sealed = await sealer.seal(context, first(seed));
    await insertServiceKey(tx, { name, sealed, publicKey: {} });
  }
  const stored = await findServiceKey(tx, name);
  if (stored === undefined) throw new Error('the secrets of the installation were not stored');
  const text = await sealer.open(context, stored.sealed).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : 'unknown';
    throw new Error(
      `The secrets of this database cannot be opened with the key of this process (${reason}). ` +
        'Set BERTH_ENCRYPTION_KEY or BERTH_KMS to the key that they were sealed with, or name that key in ' +
        'BERTH_ENCRYPTION_KEYS_OLD or BERTH_KMS_OLD.',
      { cause },
    );
  });
  const keys = JSON.parse(text) as Record<(typeof purposes)[number], string>;
  return { fingerprint: Buffer.from(keys.fingerprint, 'base64'), cursor: Buffer.from(keys.cursor, 'base64') };
};
