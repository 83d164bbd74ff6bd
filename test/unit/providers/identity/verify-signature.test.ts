import { describe, expect, it } from 'vitest';
import type { Registrations } from '../../../../src/providers/identity/choose-registrations.ts';
import type { IssuerKeys } from '../../../../src/providers/identity/issuer-keys.ts';
import { verifySignature } from '../../../../src/providers/identity/verify-signature.ts';
import { es256, rs256, sealToken } from './seal-token.ts';
import { audience, keys, now } from './token-kit.ts';

/** Gives the right key whatever is asked, so that nothing but the verification itself can refuse. */
const keysOf = (key: unknown) => ({ find: async () => key }) as unknown as IssuerKeys;

const registrations: Registrations = [
  {
    id: 'idp_1',
    tenantId: 'ten_1',
    issuer: 'https://idp.example.com',
    audiences: [audience],
    algorithms: ['RS256'],
    clockToleranceSeconds: 30,
  },
];

const good = { iss: 'https://idp.example.com', aud: audience, sub: 's', iat: now, exp: now + 60 };
const verify = (claims: object, header: object = { alg: 'RS256' }) =>
  verifySignature(
    sealToken(header, claims, rs256(keys.rsa.privateKey)),
    keysOf(keys.rsa.publicKey),
    registrations,
    now,
  );

// The choice of registrations has refused all of these before: this is the second wall, which is tried without the first.
describe('the verification by itself', () => {
  it('gives the claims of a good token', async () => {
    expect(await verify(good)).toEqual(good);
  });

  it.each<[string, object, string]>([
    ['another issuer', { iss: 'https://idp.example.com/' }, 'bad-claim'],
    ['another audience', { aud: 'https://other.example.com' }, 'bad-claim'],
    ['no audience', { aud: undefined }, 'bad-claim'],
    ['no expiry', { exp: undefined }, 'bad-claim'],
    ['no time of issue', { iat: undefined }, 'bad-claim'],
    ['no subject', { sub: undefined }, 'bad-claim'],
    ['an expiry in text', { exp: String(now + 60) }, 'bad-claim'],
    ['an expiry that has passed', { exp: now - 30 }, 'expired'],
    ['a beginning in the future', { nbf: now + 31 }, 'bad-claim'],
  ])('refuses %s', async (_name, changes, reason) => {
    expect(await verify({ ...good, ...changes })).toBe(reason);
  });

  it('refuses another algorithm and none', async () => {
    const token = sealToken({ alg: 'ES256' }, good, es256(keys.ec.privateKey));
    expect(await verifySignature(token, keysOf(keys.ec.publicKey), registrations, now)).toBe(
      'algorithm-not-registered',
    );
    expect(await verify(good, { alg: 'none' })).toBe('algorithm-not-registered');
    expect(await verify(good, { alg: 'HS256' })).toBe('algorithm-not-registered');
    expect(await verify(good, {})).toBe('malformed');
  });
});
