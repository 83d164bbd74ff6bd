import { describe, expect, it } from 'vitest';
import { createKeyRing } from '../../../../src/providers/kms/key-ring.ts';
import { createLocalKms } from '../../../../src/providers/kms/local-kms.ts';
import { kmsConformance } from '../../../harness/kms/kms-conformance.ts';

const one = createLocalKms(Buffer.alloc(32, 1));
const two = createLocalKms(Buffer.alloc(32, 2));
const three = createLocalKms(Buffer.alloc(32, 3));
const context = { tenantId: 'ten_a', kind: 'pullSecret', id: 'cred_1' };

describe('a local key', () => {
  kmsConformance(() => ({ kms: one, another: two }));

  it('is refused when it has not 32 bytes', () => {
    expect(() => createLocalKms(Buffer.alloc(16))).toThrow('32 bytes');
  });
});

describe('a ring of keys', () => {
  kmsConformance(() => ({ kms: createKeyRing(two, [one]), another: three }));

  it('wraps by the current key and unwraps by each', async () => {
    const ring = createKeyRing(two, [one]);
    const old = await one.wrap(Buffer.alloc(32, 5), context);
    expect(ring.keyId).toBe(two.keyId);
    expect(await ring.unwrap(old, context, one.keyId)).toEqual(Buffer.alloc(32, 5));
  });

  it('names the key that it was not given', async () => {
    const wrapped = await three.wrap(Buffer.alloc(32, 5), context);
    await expect(createKeyRing(two, [one]).unwrap(wrapped, context, three.keyId)).rejects.toThrow(
      three.keyId,
    );
  });
});
