import { describe, expect, it } from 'vitest';
import { BerthError } from '../../../../src/domain/shared/error.ts';
import type { Kms } from '../../../../src/providers/kms/contract.ts';
import { createEnvelopeSealer } from '../../../../src/providers/kms/envelope-sealer.ts';
import { createKeyRing } from '../../../../src/providers/kms/key-ring.ts';
import { createLocalKms } from '../../../../src/providers/kms/local-kms.ts';

const fingerprintKey = Buffer.alloc(32, 4);
const oldKey = createLocalKms(Buffer.alloc(32, 7));
const newKey = createLocalKms(Buffer.alloc(32, 8));
const context = { tenantId: 'ten_a', kind: 'pullSecret', id: 'cred_1' };
const sealerOf = (kms: Kms) => createEnvelopeSealer({ kms, fingerprintKey });

/** As the first release stored it, under 32 bytes of 7. */
const firstForm = {
  keyId: 'local-1',
  wrappedKey: 'gH8wAv/IYXzzN9LGv32Hs0phiuqZA9/lIcQLfPww0ykDoeeD6X/cNppYWpsSy6A+bjicIcCR6GC7H8Nb',
  text: 'Bxjb5c002fa4fg1XfO9TmNwhFVOlN8gLlKqBzYAdGCseT3usL2L2v78=',
};

const counting = (kms: Kms) => {
  const calls = { unwrap: 0, isAway: false };
  const counted: Kms = {
    ...kms,
    unwrap: async (...given) => {
      calls.unwrap += 1;
      if (calls.isAway) throw new BerthError('unavailable', 'away');
      return kms.unwrap(...given);
    },
  };
  return { calls, counted };
};

describe('an envelope', () => {
  it('of the first release opens, also under a ring with a newer key, and can be wrapped anew', async () => {
    expect(await sealerOf(oldKey).open(context, firstForm)).toBe('an old secret');
    const ring = sealerOf(createKeyRing(newKey, [oldKey]));
    expect(await ring.open(context, firstForm)).toBe('an old secret');
    const renewed = await ring.rewrap(context, firstForm);
    expect(renewed).toMatchObject({ keyId: newKey.keyId, text: firstForm.text });
    expect(await sealerOf(newKey).open(context, renewed ?? firstForm)).toBe('an old secret');
    expect(await ring.rewrap(context, renewed ?? firstForm)).toBeUndefined();
  });

  it('names its key and its form, and nothing of the text', async () => {
    const sealed = await sealerOf(newKey).seal(context, 'a secret');
    expect(sealed).toMatchObject({ keyId: newKey.keyId, version: 2 });
    expect(JSON.stringify(sealed)).not.toContain('a secret');
  });

  it.each([{ tenantId: 'ten_b' }, { kind: 'kubeconfig' }, { id: 'cred_2' }])(
    'is refused in another place: %o',
    async (other) => {
      const sealer = sealerOf(newKey);
      const sealed = await sealer.seal(context, 'a secret');
      expect(await sealer.open(context, sealed)).toBe('a secret');
      await expect(sealer.open({ ...context, ...other }, sealed)).rejects.toThrow();
    },
  );

  it('is refused with the text of another, or with its form changed', async () => {
    const sealer = sealerOf(newKey);
    const [one, two] = [await sealer.seal(context, 'one'), await sealer.seal(context, 'two')];
    await expect(sealer.open(context, { ...one, text: two.text })).rejects.toThrow();
    await expect(sealer.open(context, { ...one, version: 1 })).rejects.toThrow();
    await expect(sealer.open(context, { ...one, version: 3 })).rejects.toThrow('form 3');
  });

  it('under an older key is told of, one under the current key is not', async () => {
    const told: string[] = [];
    const onOldKey = (_: unknown, { keyId }: { keyId: string }) => void told.push(keyId);
    const sealer = createEnvelopeSealer({ kms: createKeyRing(newKey, [oldKey]), fingerprintKey, onOldKey });
    await sealer.open(context, await sealer.seal(context, 'new'));
    expect(told).toEqual([]);
    await sealer.open(context, firstForm);
    expect(told).toEqual(['local-1']);
  });
});

describe('unwrapped data keys', () => {
  it('are kept for a time, and for a number of secrets', async () => {
    const { calls, counted } = counting(newKey);
    let time = 0;
    const limits = { count: 2, milliseconds: 1_000 };
    const sealer = createEnvelopeSealer({ kms: counted, fingerprintKey, limits, now: () => time });
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((text) => sealer.seal(context, text)));
    if (!a || !b || !c) throw new Error('not sealed');
    for (const sealed of [a, a, b, a]) await sealer.open(context, sealed);
    expect(calls.unwrap).toBe(2);
    await sealer.open(context, c);
    await sealer.open(context, a);
    expect(calls.unwrap).toBe(4);
    time = 1_001;
    await sealer.open(context, a);
    expect(calls.unwrap).toBe(5);
  });

  it('do not outlive a failure, nor serve another place', async () => {
    const { calls, counted } = counting(newKey);
    const sealer = sealerOf(counted);
    const sealed = await sealer.seal(context, 'a secret');
    calls.isAway = true;
    await expect(sealer.open(context, sealed)).rejects.toMatchObject({ code: 'unavailable' });
    calls.isAway = false;
    expect(await sealer.open(context, sealed)).toBe('a secret');
    await expect(sealer.open({ ...context, id: 'cred_2' }, sealed)).rejects.toThrow();
  });
});

it('makes the fingerprint of the first release, whatever key wraps', () => {
  // HMAC of 32 bytes of 7 over "fingerprint", as that release derived it.
  const key = Buffer.from('5ledNHN7g1KebXD6IXjJMst4GB9gnLL425QqrKLHQcI=', 'base64');
  for (const kms of [oldKey, newKey]) {
    const sealer = createEnvelopeSealer({ kms, fingerprintKey: key });
    expect(sealer.fingerprint(context, 'an old secret')).toBe('68ce53422442');
  }
});
