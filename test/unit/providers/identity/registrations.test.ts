import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RegisteredIssuer } from '../../../../src/providers/identity/contract.ts';
import { es256, sealToken } from './seal-token.ts';
import { audience, createClock, createKit, keys, now, type TokenKit, verifierOf } from './token-kit.ts';

let kit: TokenKit;
beforeAll(async () => {
  kit = await createKit();
});
afterAll(async () => {
  await Promise.all([kit.server.stop(), kit.trap.stop()]);
});

const candidatesOf = async (registrations: readonly RegisteredIssuer[], token: string) => {
  const outcome = await verifierOf(registrations).verify(token);
  return outcome.kind === 'verified' ? outcome.candidates : outcome;
};

describe('registrations of one issuer', () => {
  it('are all given that a token fits, each with its own groups', async () => {
    const one = { ...kit.registration, groupsClaim: 'groups' };
    const two = { ...kit.registration, id: 'idp_2', tenantId: 'ten_2', groupsClaim: 'realm_access.roles' };
    const other = {
      ...kit.registration,
      id: 'idp_3',
      tenantId: 'ten_3',
      audiences: ['https://other.example.com'],
    };
    const token = kit.seal(kit.claims({ groups: ['a', 'b', 3], realm_access: { roles: ['c'] } }));

    expect(await candidatesOf([one, two, other], token)).toEqual([
      { issuerId: 'idp_1', tenantId: 'ten_1', groups: ['a', 'b'] },
      { issuerId: 'idp_2', tenantId: 'ten_2', groups: ['c'] },
    ]);
  });

  it('do not lend each other algorithms or audiences', async () => {
    const rsa = { ...kit.registration, algorithms: ['RS256'] as const };
    const ec = { ...kit.registration, id: 'idp_2', audiences: ['b'], algorithms: ['ES256'] as const };
    const token = kit.seal(kit.claims({ aud: 'b' }));

    expect(await candidatesOf([rsa, ec], token)).toEqual({
      kind: 'refused',
      reason: 'algorithm-not-registered',
    });
    const signed = sealToken(
      kit.header({ alg: 'ES256', kid: 'ec-1' }),
      kit.claims({ aud: 'b' }),
      es256(keys.ec.privateKey),
    );
    expect(await candidatesOf([rsa, ec], signed)).toMatchObject([{ issuerId: 'idp_2' }]);
  });

  it('do not lend each other tolerance', async () => {
    const strict = { ...kit.registration, clockToleranceSeconds: 0 };
    const lenient = { ...kit.registration, id: 'idp_2', clockToleranceSeconds: 30 };
    const token = kit.seal(kit.claims({ exp: now - 5 }));

    expect(await candidatesOf([strict, lenient], token)).toMatchObject([{ issuerId: 'idp_2' }]);
    expect(await candidatesOf([strict], token)).toEqual({ kind: 'refused', reason: 'expired' });
  });

  it('take a token up to the edge of the tolerance', async () => {
    const edges = [{ exp: now - 29 }, { nbf: now + 30 }, { iat: now + 30 }, { iat: now, exp: now + 86_400 }];
    for (const edge of edges)
      expect(await candidatesOf([kit.registration], kit.seal(kit.claims(edge)))).toMatchObject([
        { issuerId: 'idp_1' },
      ]);
  });

  it('take ours among several audiences', async () => {
    expect(
      await candidatesOf([kit.registration], kit.seal(kit.claims({ aud: ['x', audience] }))),
    ).toHaveLength(1);
  });

  it('find a key without `kid` when one fits', async () => {
    const token = sealToken({ alg: 'ES256', typ: 'AT+JWT' }, kit.claims(), es256(keys.ec.privateKey));
    expect(await candidatesOf([kit.registration], token)).toHaveLength(1);
  });
});

describe('times', () => {
  it('are those of the moment: a token that was good is not remembered', async () => {
    const clock = createClock();
    const { verify } = verifierOf([kit.registration], clock);
    const token = kit.seal();

    expect((await verify(token)).kind).toBe('verified');
    clock.move(630);
    expect(await verify(token)).toEqual({ kind: 'refused', reason: 'expired' });
  });

  it('are judged before anybody is asked for keys', async () => {
    const before = kit.server.connections();
    for (const changes of [{ exp: now - 60 }, { aud: 'x' }, { sub: '' }, { iss: 'https://x.example.com' }])
      await verifierOf([kit.registration]).verify(kit.seal(kit.claims(changes)));
    expect(kit.server.connections()).toBe(before);
  });
});

it('follows a registration that goes away at once', async () => {
  const registrations = [kit.registration];
  const { verify } = verifierOf(registrations);
  const token = kit.seal();

  expect((await verify(token)).kind).toBe('verified');
  registrations.pop();
  expect(await verify(token)).toEqual({ kind: 'refused', reason: 'unknown-issuer' });
});
