import type { ForgedToken } from './forged-token.ts';
import { encodePart, rs256, sealToken } from './seal-token.ts';
import { keys } from './token-kit.ts';

const malformed = (name: string, forge: ForgedToken['forge']): ForgedToken => ({
  name,
  reason: 'malformed',
  forge,
});

const sealRaw = (header: string | Uint8Array, claims: string | Uint8Array): string =>
  sealToken(header, claims, rs256(keys.rsa.privateKey));

/** The last character of a part with 2 or 4 unused bits, with one of those set. */
const uncanonical = (part: string): string => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return part.slice(0, -1) + alphabet[alphabet.indexOf(part.at(-1) ?? '') + 1];
};

const texts: readonly ForgedToken[] = [
  malformed('empty', () => ''),
  malformed('opaque token', () => 'GfTnxNgH7y0bKx0dJ2cPpR1nQ7nW3sXk'),
  malformed('two parts', ({ seal }) => seal().split('.').slice(0, 2).join('.')),
  malformed('four parts', ({ seal }) => `${seal()}.x`),
  malformed('three empty parts', () => '..'),
  malformed('empty header', ({ seal }) => `.${seal().split('.').slice(1).join('.')}`),
  malformed('space inside', ({ seal }) => seal().replace('.', ' .')),
  malformed('line break at the end', ({ seal }) => `${seal()}\n`),
  malformed('NUL at the end', ({ seal }) => `${seal()}\u0000`),
  malformed('half of a surrogate pair', ({ seal }) => `${seal()}\ud800`),
  malformed('other letters that look alike', ({ seal }) => seal().replace('e', 'е')),
  malformed('two tokens with a comma', ({ seal }) => `${seal()},${seal()}`),
  malformed('two tokens with a space', ({ seal }) => `${seal()} ${seal()}`),
  malformed('base64 with padding', ({ seal }) => `${seal()}==`),
  malformed('base64 of the other alphabet', ({ seal }) => `${seal()}+/`),
  malformed('signature in base64url that is not canonical', ({ seal }) => uncanonical(seal())),
  malformed('header in base64url that is not canonical', ({ seal, claims, header }) => {
    // 86 bytes and 2 bits left over: padded by a member, so that the last character has bits that mean nothing.
    const [head = '', ...rest] = seal(claims(), padTo(header(), 1)).split('.');
    return [uncanonical(head), ...rest].join('.');
  }),
];

/** A header whose length leaves `rest` when divided by three. */
const padTo = (header: object, rest: number): object => {
  const fits = [0, 1, 2].map((count) => ({ ...header, x: 'x'.repeat(count) }));
  return fits.find((padded) => JSON.stringify(padded).length % 3 === rest) ?? header;
};

const documents: readonly ForgedToken[] = [
  malformed('header is no JSON', ({ claims }) => sealRaw('{', JSON.stringify(claims()))),
  malformed('header is a list', ({ claims }) => sealRaw('["RS256"]', JSON.stringify(claims()))),
  malformed('claims are no JSON', ({ header }) => sealRaw(JSON.stringify(header()), 'sub=admin')),
  malformed('claims are a list', ({ header }) => sealRaw(JSON.stringify(header()), '[]')),
  malformed('claims are null', ({ header }) => sealRaw(JSON.stringify(header()), 'null')),
  malformed('a token as claims, without `cty`', ({ seal, header }) =>
    sealRaw(JSON.stringify(header()), seal()),
  ),
  malformed('claims are not UTF-8', ({ header, claims }) =>
    sealRaw(JSON.stringify(header()), Buffer.from(JSON.stringify(claims({ x: 'ÿ' })), 'latin1')),
  ),
  malformed('byte order mark before the claims', ({ header, claims }) =>
    sealRaw(JSON.stringify(header()), `\ufeff${JSON.stringify(claims())}`),
  ),
  {
    name: '`sub` twice in the claims',
    reason: 'duplicate-member',
    forge: ({ header, claims }) =>
      sealRaw(JSON.stringify(header()), JSON.stringify(claims()).replace('{', '{"sub":"admin",')),
  },
  {
    name: '`sub` twice, once written with an escape',
    reason: 'duplicate-member',
    forge: ({ header, claims }) =>
      sealRaw(JSON.stringify(header()), JSON.stringify(claims()).replace('{', '{"s\\u0075b":"admin",')),
  },
  {
    name: '`alg` twice in the header',
    reason: 'duplicate-member',
    forge: ({ header, claims }) =>
      sealRaw(JSON.stringify(header()).replace('{', '{"alg":"none",'), JSON.stringify(claims())),
  },
  {
    name: 'a member twice deep inside',
    reason: 'duplicate-member',
    forge: ({ header, claims }) =>
      sealRaw(
        JSON.stringify(header()),
        JSON.stringify(claims({ realm_access: 'X' })).replace('"X"', '{"roles":[{}],"roles":["admin"]}'),
      ),
  },
];

export const forgedShapes: readonly ForgedToken[] = [
  ...texts,
  ...documents,
  {
    name: 'JWE',
    reason: 'encrypted',
    forge: () => [{ alg: 'RSA-OAEP', enc: 'A256GCM' }, 'key', 'iv', 'text', 'tag'].map(encodePart).join('.'),
  },
  {
    name: 'longer than 8192 characters',
    reason: 'too-long',
    forge: ({ seal, claims }) => seal(claims({ groups: Array(2_000).fill('group') })),
  },
];
