import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RegisteredIssuer } from '../../../../src/providers/identity/contract.ts';
import { type RealIssuer, startRealIssuer } from '../../../harness/oidc/real-issuer.ts';
import { audience, createClock, verifierOf } from './token-kit.ts';

let idp: RealIssuer;
beforeEach(async () => {
  idp = await startRealIssuer({ audience, claims: { orchestrator: { roles: ['cluster-admin'] } } });
});
afterEach(() => idp.stop());

const registrationOf = ({ issuer }: RealIssuer): RegisteredIssuer => ({
  id: 'idp_real',
  tenantId: 'ten_1',
  issuer,
  audiences: [audience],
  algorithms: ['RS256', 'ES256'],
  clockToleranceSeconds: 30,
  groupsClaim: 'roles',
});

/** The provider signs by the clock of the machine, so the verifier reads it too; the age of keys is the test's to move. */
const setUp = () => {
  const clock = createClock(Math.floor(Date.now() / 1_000));
  return { clock, verify: verifierOf([registrationOf(idp)], clock).verify };
};

const asked = (path: string): number => idp.requests.filter((url) => url === path).length;

describe('with a real OpenID provider', () => {
  it('verifies a token of the client credentials flow', async () => {
    const { verify } = setUp();

    expect(await verify(await idp.issueToken())).toEqual({
      kind: 'verified',
      issuer: idp.issuer,
      subject: 'orchestrator',
      clientId: 'orchestrator',
      isClient: true,
      expiresAt: expect.any(Number),
      tokenId: expect.any(String),
      candidates: [{ issuerId: 'idp_real', tenantId: 'ten_1', groups: ['cluster-admin'] }],
      claims: expect.objectContaining({ iss: idp.issuer, scope: 'clusters' }),
    });
  });

  it('asks for metadata and keys once, however many tokens come at once', async () => {
    const { verify } = setUp();
    const token = await idp.issueToken();
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => verify(token)));

    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(50).fill('verified'));
    expect([asked('/.well-known/openid-configuration'), asked('/jwks')]).toEqual([1, 1]);
  });

  it('refuses its ID token, also when the client is registered as an audience', async () => {
    const token = await idp.issueIdToken();
    const registration = { ...registrationOf(idp), audiences: ['orchestrator'] };
    const clock = createClock(Math.floor(Date.now() / 1_000));

    expect(await verifierOf([registration], clock).verify(token)).toEqual({
      kind: 'refused',
      reason: 'not-access-token',
    });
    expect(await setUp().verify(token)).toEqual({ kind: 'refused', reason: 'wrong-audience' });
  });

  it('refuses its tokens with anything changed', async () => {
    const { verify } = setUp();
    const [header = '', claims = '', signature = ''] = (await idp.issueToken()).split('.');
    const changed = Buffer.from(claims, 'base64url').toString().replace('"orchestrator"', '"administrator"');
    const other = (await idp.issueToken()).split('.')[2] ?? '';

    expect(await verify(`${header}.${Buffer.from(changed).toString('base64url')}.${signature}`)).toEqual({
      kind: 'refused',
      reason: 'bad-signature',
    });
    expect(await verify(`${header}.${claims}.${other}`)).toEqual({
      kind: 'refused',
      reason: 'bad-signature',
    });
    expect((await verify(`${header}.${claims}.${signature}`)).kind).toBe('verified');
  });

  it('takes a new key within the cooldown of 5 s after a rotation, and the old key no more then', async () => {
    const { verify, clock } = setUp();
    const old = await idp.issueToken();
    expect((await verify(old)).kind).toBe('verified');

    idp.rotate('key-2');
    const fresh = await idp.issueToken();
    expect(await verify(fresh)).toEqual({ kind: 'refused', reason: 'unknown-key' });
    clock.move(5);
    expect((await verify(fresh)).kind).toBe('verified');
    expect(await verify(old)).toEqual({ kind: 'refused', reason: 'unknown-key' });
  });

  it('takes a removed key no more after 10 minutes, though no token with the new one comes', async () => {
    const { verify, clock } = setUp();
    const old = await idp.issueToken();
    await verify(old);
    idp.rotate('key-2');

    clock.age(299);
    expect((await verify(old)).kind).toBe('verified');
    clock.age(301);
    expect(await verify(old)).toEqual({ kind: 'refused', reason: 'unknown-key' });
  });

  it('goes on with the keys it has for more than an hour while the provider is down', async () => {
    const { verify, clock } = setUp();
    const token = await idp.issueToken();
    await verify(token);
    await idp.stop();

    clock.age(3_600);
    expect((await verify(token)).kind).toBe('verified');
    clock.age(599);
    expect((await verify(token)).kind).toBe('verified');
    clock.age(1);
    expect(await verify(token)).toEqual({
      kind: 'unavailable',
      issuer: idp.issuer,
      cause: 'unreachable',
      retryAfterSeconds: 5,
    });

    await idp.start();
    clock.age(5);
    expect((await verify(token)).kind).toBe('verified');
  });

  it('says that nobody knows while the provider is down and its keys were never seen', async () => {
    const token = await idp.issueToken();
    await idp.stop();
    const { verify, clock } = setUp();

    const down = { kind: 'unavailable', issuer: idp.issuer, cause: 'unreachable', retryAfterSeconds: 5 };
    expect(await verify(token)).toEqual(down);
    await idp.start();
    // Within the cooldown nobody is asked.
    expect(await verify(token)).toEqual(down);
    clock.move(5);
    expect((await verify(token)).kind).toBe('verified');
  });
});

it('verifies tokens signed with ES256', async () => {
  const other = await startRealIssuer({ audience, algorithm: 'ES256' });
  const clock = createClock(Math.floor(Date.now() / 1_000));
  const outcome = await verifierOf([registrationOf(other)], clock).verify(await other.issueToken());
  await other.stop();
  expect(outcome.kind).toBe('verified');
});
