import { describe, expect, it } from 'vitest';
import type { ObjectStore } from '../../../../src/sandbox/api-server/store/object-store.ts';
import { createAuthenticator } from '../../../../src/sandbox/api-server/tokens/authenticate.ts';
import {
  createTokenSigner,
  makeSigningKey,
} from '../../../../src/sandbox/api-server/tokens/service-account-tokens.ts';

const now = new Date('2026-01-01T00:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const subject = { namespace: 'n', name: 'bot', uid: 'u-1' };
const ours = ['https://kubernetes.default.svc'];
const signer = createTokenSigner(makeSigningKey());

const withPart = (token: string, index: number, change: (part: string) => string): string =>
  token
    .split('.')
    .map((part, at) => (at === index ? change(part) : part))
    .join('.');

const reencode = (part: string, changes: object): string =>
  Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(part, 'base64url').toString()), ...changes }),
  ).toString('base64url');

describe('ServiceAccount tokens', () => {
  const { token, expiresAt } = signer.issue(subject, ours, 600, now);

  it('name their account until they expire', () => {
    expect(expiresAt).toEqual(later(600));
    expect(signer.verify(token, later(599))).toEqual(subject);
    expect(signer.verify(token, later(600))).toBeUndefined();
  });

  it.each([
    ['of another key', createTokenSigner(makeSigningKey()).issue(subject, ours, 600, now).token],
    ['for another audience', signer.issue(subject, ['vault'], 600, now).token],
    [
      'with changed claims',
      withPart(token, 1, (part) => reencode(part, { sub: 'system:serviceaccount:n:admin' })),
    ],
    ['without a signature', withPart(token, 2, () => '')],
    ['of algorithm none', withPart(token, 0, (part) => reencode(part, { alg: 'none' }))],
    ['of no form', 'abc'],
    ['of five parts', `${token}.x.y`],
  ])('are refused %s', (_, bad) => {
    expect(signer.verify(bad, now)).toBeUndefined();
  });

  it('have the claims that Kubernetes gives', () => {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({
      iss: 'https://kubernetes.default.svc',
      sub: 'system:serviceaccount:n:bot',
      aud: ours,
      iat: 1767225600,
      exp: 1767226200,
      'kubernetes.io': { namespace: 'n', serviceaccount: { name: 'bot', uid: 'u-1' } },
    });
  });
});

describe('authentication', () => {
  const accounts = new Map([['bot', 'u-1']]);
  const store = {
    get: async ({ name }: { name: string }) => (accounts.has(name) ? { uid: accounts.get(name) } : undefined),
  } as unknown as ObjectStore;
  const authenticate = createAuthenticator({ adminToken: 'secret', signer, store, now: () => now });
  const bearer = (account: typeof subject) => `Bearer ${signer.issue(account, ours, 600, now).token}`;

  it('knows the administrator and living accounts', async () => {
    expect(await authenticate('Bearer secret')).toMatchObject({ name: 'sandbox-admin' });
    expect(await authenticate(bearer(subject))).toEqual({
      name: 'system:serviceaccount:n:bot',
      uid: 'u-1',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:n', 'system:authenticated'],
    });
  });

  it.each([undefined, '', 'Bearer', 'Bearer wrong', 'Basic c2VjcmV0', 'secret'])(
    'does not know %j',
    async (header) => {
      expect(await authenticate(header)).toBeUndefined();
    },
  );

  it('does not know an account that is gone, or was made anew', async () => {
    expect(await authenticate(bearer({ ...subject, name: 'gone' }))).toBeUndefined();
    expect(await authenticate(bearer({ ...subject, uid: 'u-2' }))).toBeUndefined();
  });
});
