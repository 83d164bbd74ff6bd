import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSignAssertion } from '../../../../src/providers/issuer/client-assertion.ts';

const newKey = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });

const read = (part = ''): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));

const isSignedBy = (token: string, publicKey: string): boolean => {
  const [head, claims, signature = ''] = token.split('.');
  const key = createPublicKey(publicKey);
  return verify('sha256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'));
};

it('signs a token that says for whom, for what and for how long it is', async () => {
  const { privateKey, publicKey } = newKey();
  const signAssertion = createSignAssertion({
    issuer: 'https://oidc.example.org/berth',
    key: async () => ({ kid: 'one', privateKey }),
    now: () => Date.parse('2026-11-30T12:00:00.900Z'),
    newTokenId: () => 'token-1',
  });
  const token = await signAssertion('api://AzureADTokenExchange', 'tenant:ten_1:credential:cr_1:phase:scan');
  const [head, claims] = token.split('.');

  expect(read(head)).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'one' });
  expect(read(claims)).toEqual({
    iss: 'https://oidc.example.org/berth',
    sub: 'tenant:ten_1:credential:cr_1:phase:scan',
    aud: 'api://AzureADTokenExchange',
    jti: 'token-1',
    iat: 1_796_040_000,
    nbf: 1_796_039_970,
    exp: 1_796_040_600,
  });
  expect(isSignedBy(token, publicKey)).toBe(true);
  expect(isSignedBy(token, newKey().publicKey)).toBe(false);
});

it('signs with the key of the moment', async () => {
  const keys = [newKey(), newKey()];
  let current = 0;
  const signAssertion = createSignAssertion({
    issuer: 'https://oidc.example.org/berth',
    key: async () => ({ kid: String(current), privateKey: keys[current]!.privateKey }),
    now: Date.now,
    newTokenId: () => 'x',
  });
  const first = await signAssertion('a', 's');
  current = 1;
  const second = await signAssertion('a', 's');

  expect([isSignedBy(first, keys[0]!.publicKey), isSignedBy(second, keys[1]!.publicKey)]).toEqual([
    true,
    true,
  ]);
  expect(read(second.split('.')[0])).toMatchObject({ kid: '1' });
});
