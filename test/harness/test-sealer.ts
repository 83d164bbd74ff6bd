import { randomBytes } from 'node:crypto';
import type { Sealer } from '../../src/domain/credential/sealed.ts';
import { createEnvelopeSealer } from '../../src/providers/kms/envelope-sealer.ts';
import { createLocalKms } from '../../src/providers/kms/local-kms.ts';

/** Seals with a key that nobody else has. */
export const createTestSealer = (): Sealer =>
  createEnvelopeSealer({ kms: createLocalKms(randomBytes(32)), fingerprintKey: randomBytes(32) });
