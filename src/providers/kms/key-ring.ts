import type { Kms } from './contract.ts';

/** Several keys as one: the current one wraps, and each of them unwraps what is its own. */
export const createKeyRing = (current: Kms, older: readonly Kms[]): Kms => {
  const all = [current, ...older];
  return {
    keyId: current.keyId,
    reads: (keyId) => all.some((kms) => kms.reads(keyId)),
    wrap: current.wrap,
    unwrap: async (wrapped, context, keyId) => {
      const readers = all.filter((kms) => kms.reads(keyId));
      let refused: unknown = new Error(
        `the secret was sealed with the key ${keyId}, which this process was not given; ` +
          `it has ${all.map((kms) => kms.keyId).join(', ')}`,
      );
      for (const kms of readers) {
        try {
          return await kms.unwrap(wrapped, context, keyId);
        } catch (error) {
          refused = error;
        }
      }
      throw refused;
    },
  };
};
