import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseStrictJson } from '../../../../src/providers/identity/strict-json.ts';
import { createKit, type TokenKit, verifierOf } from './token-kit.ts';

let kit: TokenKit;
beforeAll(async () => {
  kit = await createKit();
});
afterAll(async () => {
  await Promise.all([kit.server.stop(), kit.trap.stop()]);
});

const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \n'];

it('refuses a token of which any one character was changed, dropped or added', async () => {
  const { verify } = verifierOf([kit.registration]);
  const token = kit.seal();
  const place = fc.nat({ max: token.length - 1 });
  await fc.assert(
    fc.asyncProperty(
      place,
      fc.constantFrom(...alphabet),
      fc.constantFrom(0, 1),
      async (at, letter, dropped) => {
        const changed = token.slice(0, at) + letter + token.slice(at + dropped);
        expect((await verify(changed)).kind).toBe(changed === token ? 'verified' : 'refused');
        expect((await verify(token.slice(0, at) + token.slice(at + 1))).kind).toBe('refused');
      },
    ),
    { numRuns: 300 },
  );
});

it('gives an outcome for every text', async () => {
  const { verify } = verifierOf([kit.registration]);
  const parts = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.base64String()), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(parts, async (texts) => {
      expect((await verify(texts.join('.'))).kind).toBe('refused');
    }),
  );
});

it('gives an outcome for all claims and headers that the issuer may sign', async () => {
  const { verify } = verifierOf([kit.registration]);
  const names = fc.constantFrom(
    'iss',
    'aud',
    'sub',
    'exp',
    'iat',
    'nbf',
    'azp',
    'client_id',
    'jti',
    '__proto__',
  );
  const changes = fc.dictionary(names, fc.jsonValue());
  await fc.assert(
    fc.asyncProperty(changes, changes, async (claims, header) => {
      const outcome = await verify(kit.seal(kit.claims(claims), kit.header(header)));
      expect(['verified', 'refused']).toContain(outcome.kind);
    }),
  );
  expect(({} as { readonly iss?: string }).iss).toBeUndefined();
});

it('reads JSON as JSON.parse does, but for what readers differ in', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const read = parseStrictJson(Buffer.from(JSON.stringify(value)));
      expect(read).toEqual({ kind: 'object', value: JSON.parse(JSON.stringify(value)) });
    }),
  );
});

it('reads objects of any depth', () => {
  const depth = 100_000;
  const text = `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  expect(parseStrictJson(Buffer.from(text)).kind).toBe('object');
});
