import { CreateKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAwsKms } from '../../src/providers/kms/aws-kms.ts';
import type { Kms } from '../../src/providers/kms/contract.ts';
import { mustSkipMoto } from '../harness/aws/moto-environment.ts';
import { type MotoServer, startMoto } from '../harness/aws/moto-server.ts';
import { kmsConformance } from '../harness/kms/kms-conformance.ts';

const isSkipped = await mustSkipMoto('keys of AWS KMS');
const region = 'eu-west-1';
const context = { tenantId: 'ten_a', kind: 'pullSecret', id: 'cred_1' };

let moto: MotoServer;
let keys: { kms: Kms; another: Kms };
beforeAll(async () => {
  if (isSkipped) return;
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  moto = await startMoto();
  const endpoint = moto.url;
  const client = new KMSClient({ region, endpoint });
  const make = async () => {
    const { KeyMetadata: made } = await client.send(new CreateKeyCommand({}));
    return createAwsKms({ arn: made?.Arn ?? '', region, endpoint });
  };
  keys = { kms: await make(), another: await make() };
  client.destroy();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await moto?.stop();
});

describe.skipIf(isSkipped)('a key of AWS KMS', () => {
  kmsConformance(() => keys);

  it('is unavailable, and says when to come again, when nobody answers', async () => {
    const arn = `arn:aws:kms:${region}:123456789012:key/00000000-0000-0000-0000-000000000000`;
    const away = createAwsKms({ arn, region, endpoint: 'http://127.0.0.1:9' });
    const failure = { code: 'unavailable', retryAfterSeconds: 5 };
    await expect(away.wrap(Buffer.alloc(32), context)).rejects.toMatchObject(failure);
    await expect(away.unwrap('AAAA', context, away.keyId)).rejects.toMatchObject(failure);
  });
});
