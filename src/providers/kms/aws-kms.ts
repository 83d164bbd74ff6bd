import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import type { SealContext } from '../../domain/credential/sealed.ts';
import { BerthError } from '../../domain/shared/error.ts';
import type { Kms } from './contract.ts';

export interface AwsKmsPlace {
  readonly arn: string;
  readonly region: string;
  /** Instead of the address of AWS: a private endpoint, or a double of AWS. */
  readonly endpoint?: string;
}

/** Bound to the wrapped key, and shown in CloudTrail: ids only. Values may not be empty. */
const encryptionContext = ({ tenantId, kind, id }: SealContext): Record<string, string> => ({
  'berth:tenant': tenantId || '-',
  'berth:kind': kind,
  'berth:id': id,
});

/**
 * Refusals that stay, however often one asks: they say that the bytes, the context or the key are wrong. Everything else
 * (no answer, throttling, no permission yet, a key that is disabled) is mended outside of Berth, and passes.
 * Source: AWS KMS API reference, errors of Decrypt.
 */
const refusals = new Set([
  'InvalidCiphertextException',
  'IncorrectKeyException',
  'InvalidKeyUsageException',
  'ValidationException',
]);

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'Error');

const asOurs = (error: unknown): Error => {
  const name = nameOf(error);
  if (refusals.has(name)) return new Error(`AWS KMS refused a wrapped key: ${name}`);
  return new BerthError(
    'unavailable',
    `The key service that protects secrets does not answer (${name}). Try again.`,
    { retryAfterSeconds: 5, cause: error },
  );
};

/** A key of AWS KMS. Credentials come as the SDK finds them (environment, web identity, instance). */
export const createAwsKms = ({ arn, region, endpoint }: AwsKmsPlace): Kms => {
  const client = new KMSClient({
    region,
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 5_000 },
    ...(endpoint === undefined ? {} : { endpoint }),
  });
  const keyId = `aws-kms:${arn}`;

  return {
    keyId,
    reads: (id) => id === keyId,
    wrap: async (dataKey, context) => {
      const command = new EncryptCommand({
        KeyId: arn,
        Plaintext: dataKey,
        EncryptionContext: encryptionContext(context),
      });
      const { CiphertextBlob: blob } = await client.send(command).catch((error: unknown) => {
        throw asOurs(error);
      });
      if (blob === undefined) throw new Error('AWS KMS answered without a wrapped key');
      return Buffer.from(blob).toString('base64');
    },
    unwrap: async (wrapped, context) => {
      const command = new DecryptCommand({
        KeyId: arn,
        CiphertextBlob: Buffer.from(wrapped, 'base64'),
        EncryptionContext: encryptionContext(context),
      });
      const { Plaintext: plain } = await client.send(command).catch((error: unknown) => {
        throw asOurs(error);
      });
      if (plain === undefined) throw new Error('AWS KMS answered without a data key');
      return Buffer.from(plain);
    },
  };
};
