import { createHmac, randomBytes } from 'node:crypto';
import type { SealContext, Sealed, Sealer } from '../../domain/credential/sealed.ts';
import { aadOf, decrypt, encrypt } from './aes-gcm.ts';
import type { Kms } from './contract.ts';
import { type CacheLimits, createDataKeyCache } from './data-key-cache.ts';

const formNow = 2;
const usualLimits: CacheLimits = { count: 1_000, milliseconds: 300_000 };

/** What is authenticated with the text. The first form did not name its version. */
const textAad = (context: SealContext, version: number): string => {
  if (version === 1) return aadOf(context);
  if (version === formNow) return `${aadOf(context)}|${version}`;
  throw new Error(`the secret was sealed in the form ${version}, which this release does not know`);
};

export interface SealerOptions {
  readonly kms: Kms;
  /** The same on every process, and not changed by a rotation of the wrapping key. */
  readonly fingerprintKey: Buffer;
  /** Told of each envelope that was opened under a key that is not the current one. Must not throw. */
  readonly onOldKey?: (context: SealContext, sealed: Sealed) => void;
  readonly limits?: CacheLimits;
  /** Milliseconds, steady. */
  readonly now?: () => number;
}

/** Envelope encryption with AES-256-GCM: a data key for each secret, wrapped by a `Kms`. */
export const createEnvelopeSealer = (options: SealerOptions): Sealer => {
  const { kms, fingerprintKey, onOldKey, limits = usualLimits, now = () => performance.now() } = options;
  const cached = createDataKeyCache(limits, now);
  const unwrap = (context: SealContext, { keyId, wrappedKey }: Sealed): Promise<Buffer> =>
    cached([context.tenantId, context.kind, context.id, keyId, wrappedKey], () =>
      kms.unwrap(wrappedKey, context, keyId),
    );

  return {
    keyId: kms.keyId,
    seal: async (context, text) => {
      const dataKey = randomBytes(32);
      const wrappedKey = await kms.wrap(dataKey, context);
      const sealedText = encrypt(dataKey, Buffer.from(text), textAad(context, formNow));
      return { keyId: kms.keyId, wrappedKey, text: sealedText, version: formNow };
    },
    open: async (context, sealed) => {
      const aad = textAad(context, sealed.version ?? 1);
      const text = decrypt(await unwrap(context, sealed), sealed.text, aad).toString('utf8');
      if (sealed.keyId !== kms.keyId) onOldKey?.(context, sealed);
      return text;
    },
    rewrap: async (context, sealed) => {
      if (sealed.keyId === kms.keyId) return undefined;
      const dataKey = await unwrap(context, sealed);
      return { ...sealed, keyId: kms.keyId, wrappedKey: await kms.wrap(dataKey, context) };
    },
    fingerprint: ({ tenantId, kind }, text) =>
      createHmac('sha256', fingerprintKey).update(`${tenantId}|${kind}|${text}`).digest('hex').slice(0, 12),
  };
};
