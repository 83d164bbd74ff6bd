import { expect, it } from 'vitest';
import type { Kms } from '../../../src/providers/kms/contract.ts';

const context = { tenantId: 'ten_a', kind: 'pullSecret', id: 'cred_1' };
const dataKey = Buffer.alloc(32, 9);

/** What every implementation of `Kms` does. `another` has another key. */
export const kmsConformance = (make: () => { readonly kms: Kms; readonly another: Kms }): void => {
  it('unwraps what it wrapped', async () => {
    const { kms } = make();
    const wrapped = await kms.wrap(dataKey, context);
    expect(await kms.unwrap(wrapped, context, kms.keyId)).toEqual(dataKey);
    expect(Buffer.from(wrapped, 'base64').includes(dataKey)).toBe(false);
  });

  it('wraps secrets of the fleet, which have no tenant', async () => {
    const { kms } = make();
    const fleet = { ...context, tenantId: '' };
    const wrapped = await kms.wrap(dataKey, fleet);
    expect(await kms.unwrap(wrapped, fleet, kms.keyId)).toEqual(dataKey);
  });

  it('wraps the same data key differently each time', async () => {
    const { kms } = make();
    expect(await kms.wrap(dataKey, context)).not.toBe(await kms.wrap(dataKey, context));
  });

  it.each([{ tenantId: 'ten_b' }, { tenantId: '' }, { kind: 'kubeconfig' }, { id: 'cred_2' }])(
    'refuses what was wrapped for another place: %o',
    async (other) => {
      const { kms } = make();
      const wrapped = await kms.wrap(dataKey, context);
      const refusal = await kms.unwrap(wrapped, { ...context, ...other }, kms.keyId).catch((error) => error);
      expect(refusal).toBeInstanceOf(Error);
      expect(refusal.code).not.toBe('unavailable');
    },
  );

  it('refuses altered bytes', async () => {
    const { kms } = make();
    const bytes = Buffer.from(await kms.wrap(dataKey, context), 'base64');
    const last = bytes.length - 1;
    bytes[last] = (bytes[last] ?? 0) ^ 1;
    await expect(kms.unwrap(bytes.toString('base64'), context, kms.keyId)).rejects.toThrow();
  });

  it('neither reads nor unwraps what is another key’s', async () => {
    const { kms, another } = make();
    expect(kms.reads(kms.keyId)).toBe(true);
    expect(kms.reads(another.keyId)).toBe(false);
    const wrapped = await another.wrap(dataKey, context);
    await expect(kms.unwrap(wrapped, context, kms.keyId)).rejects.toThrow();
  });
};
