import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { GeneratedSecrets } from '../../../../src/workers/cluster-manifests.ts';
import { issuerKeyOf } from '../../../../src/workers/issuer/signing-key.ts';
import {
  planSigningKeys,
  promoteSigningKey,
  publicKeysOf,
} from '../../../../src/workers/issuer/signing-key-rotation.ts';

const etcdEncryptionKey = 'AAAA';
const plan = (secrets: GeneratedSecrets, generation = 0, isRetirementDue = false) =>
  planSigningKeys(secrets, { generation, isRetirementDue, bits: 2048 });

const kids = (secrets: GeneratedSecrets): string[] => publicKeysOf(secrets).map(({ kid }) => kid);

describe('a signing key', () => {
  it('is PKCS#1 in PEM, known by the hash of its public half', async () => {
    const { signingKey = '' } = await plan({ etcdEncryptionKey });
    const spki = createPublicKey(signingKey).export({ type: 'spki', format: 'der' });

    expect(signingKey).toMatch(/^-----BEGIN RSA PRIVATE KEY-----\n/);
    expect(createPrivateKey(signingKey).asymmetricKeyDetails?.modulusLength).toBe(2048);
    expect(issuerKeyOf(signingKey)).toEqual({
      kty: 'RSA',
      alg: 'RS256',
      use: 'sig',
      kid: createHash('sha256').update(spki).digest('base64url'),
      n: expect.stringMatching(/^[\w-]{342}$/),
      e: 'AQAB',
    });
  });

  it('is made once, and signs at once when it is the first', async () => {
    const made = await plan({ etcdEncryptionKey });

    expect(Object.keys(made).sort()).toEqual(['etcdEncryptionKey', 'signingKey', 'signingKeyGeneration']);
    expect(await plan(made)).toBe(made);
    expect(promoteSigningKey(made)).toBe(made);
  });
});

describe('a rotation', () => {
  it('publishes the new key first, then signs with it, and keeps those before until they retire', async () => {
    const first = await plan({ etcdEncryptionKey });
    const asked = await plan(first, 3);
    const [next, current] = kids(asked);

    expect(asked.signingKey).toBe(first.signingKey);
    expect(kids(asked)).toEqual([expect.any(String), ...kids(first)]);
    expect(await plan(asked, 3)).toBe(asked);

    const promoted = promoteSigningKey(asked);
    expect(kids(promoted)).toEqual([next, current]);
    expect(issuerKeyOf(promoted.signingKey ?? '').kid).toBe(next);
    expect(promoted.oldSigningPublicKey).toMatch(/^-----BEGIN PUBLIC KEY-----/);
    expect(promoteSigningKey(promoted)).toBe(promoted);
    expect(await plan(promoted, 3)).toBe(promoted);

    const retired = await plan(promoted, 3, true);
    expect(kids(retired)).toEqual([next]);
    expect(retired).not.toHaveProperty('oldSigningPublicKey');
  });

  it('that comes before the last one has retired keeps all keys', async () => {
    const first = await plan({ etcdEncryptionKey });
    const second = promoteSigningKey(await plan(first, 2));
    const third = promoteSigningKey(await plan(second, 3));

    expect(kids(third)).toEqual([kids(third)[0], ...kids(second)]);
    expect(kids(third)).toHaveLength(3);
    expect(third.oldSigningPublicKey?.match(/BEGIN PUBLIC KEY/g)).toHaveLength(2);
  });

  it('that is asked for twice before it has come about is one', async () => {
    const first = await plan({ etcdEncryptionKey });
    const asked = await plan(first, 2);
    const again = await plan(asked, 3);

    expect(again).toEqual({ ...asked, signingKeyGeneration: 3 });
    expect(await plan(promoteSigningKey(again), 3)).toEqual(promoteSigningKey(again));
    expect(kids(await plan(promoteSigningKey(again), 4))).toHaveLength(3);
  });
});
