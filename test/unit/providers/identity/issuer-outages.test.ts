import { afterEach, describe, expect, it } from 'vitest';
import { createTokenVerifier } from '../../../../src/providers/identity/token-verifier.ts';
import { goodKeys, goodMetadata, json, type ScriptedIssuer, startScriptedIssuer } from './scripted-issuer.ts';
import { rs256, sealToken } from './seal-token.ts';
import { audience, createClock, keys, loopbackHttp, now, publicJwk, verifierOf } from './token-kit.ts';

const running: ScriptedIssuer[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ server }) => server.stop()));
});

type Script = NonNullable<Parameters<typeof startScriptedIssuer>[0]>;

const start = async (script: Script = {}): Promise<ScriptedIssuer> => {
  const issuer = await startScriptedIssuer(script);
  running.push(issuer);
  return issuer;
};

const tokenOf = (iss: string, kid = 'rsa-1'): string =>
  sealToken(
    { alg: 'RS256', typ: 'at+jwt', kid },
    { iss, aud: audience, sub: 's', iat: now, exp: now + 600 },
    rs256(keys.rsa.privateKey),
  );

const unavailable = (issuer: string, cause: string) => ({
  kind: 'unavailable',
  issuer,
  cause,
  retryAfterSeconds: 5,
});

describe('answers that are no keys', () => {
  it.each<[string, Script, string]>([
    [
      'metadata of another issuer',
      { metadata: json({ issuer: 'https://x.example.com', jwks_uri: 'https://x.example.com/' }) },
      'wrongIssuer',
    ],
    [
      'metadata with a slash more',
      {
        metadata: (response, issuer) =>
          json({ issuer: `${issuer}/`, jwks_uri: `${issuer}/jwks` })(response, issuer),
      },
      'wrongIssuer',
    ],
    [
      'metadata without keys',
      { metadata: (response, issuer) => json({ issuer })(response, issuer) },
      'badAnswer',
    ],
    [
      'metadata with keys nowhere',
      { metadata: (response, issuer) => json({ issuer, jwks_uri: 'nowhere' })(response, issuer) },
      'badAnswer',
    ],
    [
      'metadata in HTML',
      { metadata: (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>') },
      'badAnswer',
    ],
    ['metadata 404', { metadata: (response) => void response.writeHead(404).end() }, 'badAnswer'],
    ['metadata 500', { metadata: (response) => void response.writeHead(500).end() }, 'badAnswer'],
    [
      'metadata elsewhere',
      { metadata: (response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end() },
      'badAnswer',
    ],
    [
      'metadata cut off',
      {
        metadata: (response) => {
          response.writeHead(200, { 'content-length': '99' }).flushHeaders();
          response.destroy();
        },
      },
      'unreachable',
    ],
    [
      'metadata of 1 MB',
      { metadata: (response) => void response.writeHead(200).end(Buffer.alloc(1e6)) },
      'unreachable',
    ],
    [
      'keys at the metadata service of a cloud',
      {
        metadata: (response, issuer) =>
          json({ issuer, jwks_uri: 'http://169.254.169.254/jwks' })(response, issuer),
      },
      'blocked',
    ],
    [
      'keys in a file',
      { metadata: (response, issuer) => json({ issuer, jwks_uri: 'file:///etc/passwd' })(response, issuer) },
      'blocked',
    ],
    [
      'keys elsewhere',
      { keys: (response) => void response.writeHead(307, { location: 'http://169.254.169.254/' }).end() },
      'badAnswer',
    ],
    ['keys that are no JSON', { keys: (response) => void response.writeHead(200).end('keys') }, 'badAnswer'],
    ['keys that are no list', { keys: json({ keys: 'rsa-1' }) }, 'badAnswer'],
  ])('are told as such: %s', async (_name, script, cause) => {
    const { issuer, registration } = await start(script);
    expect(await verifierOf([registration]).verify(tokenOf(issuer))).toEqual(unavailable(issuer, cause));
  });

  it('refuse the token when the key itself is of no use', async () => {
    const secret = await start({
      keys: json({ keys: [{ ...keys.rsa.privateKey.export({ format: 'jwk' }), kid: 'rsa-1' }] }),
    });
    const broken = await start({ keys: json({ keys: [{ kty: 'RSA', kid: 'rsa-1', e: 'AQAB' }] }) });
    const forOther = await start({ keys: json({ keys: [{ ...publicJwk(keys.rsa), use: 'enc' }] }) });
    const shared = await start({ keys: json({ keys: [{ kty: 'oct', kid: 'rsa-1', k: 'AA' }] }) });
    const reasons = await Promise.all(
      [secret, broken, forOther, shared].map(async ({ issuer, registration }) => {
        const outcome = await verifierOf([registration]).verify(tokenOf(issuer));
        return outcome.kind === 'refused' ? outcome.reason : outcome.kind;
      }),
    );
    expect(reasons).toEqual(['unusable-key', 'unusable-key', 'unknown-key', 'unknown-key']);
  });
});

describe('floods of unknown keys', () => {
  it('ask an issuer once in the cooldown while it answers', async () => {
    const idp = await start();
    const clock = createClock();
    const { verify } = verifierOf([idp.registration], clock);
    const flood = async (): Promise<void> => {
      for (let index = 0; index < 50; index += 1)
        expect(await verify(tokenOf(idp.issuer, `kid-${index}`))).toEqual({
          kind: 'refused',
          reason: 'unknown-key',
        });
    };
    await flood();
    expect(idp.asked()).toEqual([1, 1]);
    clock.move(5);
    await flood();
    expect(idp.asked()).toEqual([2, 2]);
  });

  it('ask it once in the cooldown while it does not, and known keys stay good', async () => {
    const script: Script = {};
    const idp = await start(script);
    const clock = createClock();
    const { verify } = verifierOf([idp.registration], clock);
    expect((await verify(tokenOf(idp.issuer))).kind).toBe('verified');

    script.metadata = (response) => void response.writeHead(503).end();
    clock.move(5);
    for (let index = 0; index < 50; index += 1)
      expect(await verify(tokenOf(idp.issuer, `kid-${index}`))).toEqual(unavailable(idp.issuer, 'badAnswer'));
    expect(idp.asked()).toEqual([2, 1]);
    expect((await verify(tokenOf(idp.issuer))).kind).toBe('verified');
  });
});

describe('a slow issuer', () => {
  it('delays no token of another', async () => {
    const held = Promise.withResolvers<void>();
    const slow = await start({
      metadata: (response, issuer) => void held.promise.then(() => goodMetadata(response, issuer)),
    });
    const quick = await start();
    const { verify } = verifierOf([slow.registration, quick.registration]);
    const order: string[] = [];

    const waiting = verify(tokenOf(slow.issuer)).then(({ kind }) => order.push(`slow ${kind}`));
    await verify(tokenOf(quick.issuer)).then(({ kind }) => order.push(`quick ${kind}`));
    held.resolve();
    await waiting;
    expect(order).toEqual(['quick verified', 'slow verified']);
  });

  it('delays nobody who has its keys: the refresh at 5 minutes runs behind, and one that fails is not waited for', async () => {
    const script: Script = {};
    const idp = await start(script);
    const clock = createClock();
    const { verify } = verifierOf([idp.registration], clock);
    await verify(tokenOf(idp.issuer));

    const held = Promise.withResolvers<void>();
    script.metadata = (response) => void held.promise.then(() => response.writeHead(503).end());
    clock.age(300);
    // The issuer holds its answer back until below: whoever waited for it would not get past here.
    expect((await verify(tokenOf(idp.issuer))).kind).toBe('verified');
    held.resolve();
    await expect.poll(() => idp.asked()[0]).toBe(2);
  });

  it('is not waited for each time when it failed before', async () => {
    const script: Script = {};
    const idp = await start(script);
    const clock = createClock();
    const { verify } = verifierOf([idp.registration], clock);
    await verify(tokenOf(idp.issuer));
    script.metadata = (response) => void response.writeHead(503).end();
    clock.age(600);
    expect((await verify(tokenOf(idp.issuer))).kind).toBe('verified');

    let givenUp = false;
    script.metadata = (response) =>
      void response.on('close', () => {
        givenUp = true;
      });
    clock.age(5);
    expect((await verify(tokenOf(idp.issuer))).kind).toBe('verified');
    await expect.poll(() => idp.asked()[0]).toBe(3);
    expect(givenUp).toBe(false);
  });

  it('gives its new keys once they are there', async () => {
    const script: Script = { keys: json({ keys: [] }) };
    const idp = await start(script);
    const clock = createClock();
    const { verify } = verifierOf([idp.registration], clock);

    expect(await verify(tokenOf(idp.issuer))).toEqual({ kind: 'refused', reason: 'unknown-key' });
    script.keys = goodKeys;
    clock.move(5);
    expect((await verify(tokenOf(idp.issuer))).kind).toBe('verified');
  });
});

it('lets errors of the registrations through, since they say nothing of the token', async () => {
  const { verify } = createTokenVerifier({
    http: loopbackHttp,
    findIssuers: () => Promise.reject(new Error('no database')),
    ...createClock(),
  });
  await expect(verify(tokenOf('https://idp.example.com'))).rejects.toThrow('no database');
});
