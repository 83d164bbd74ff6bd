import type { ForgedToken } from './forged-token.ts';
import { rs256, sealToken } from './seal-token.ts';
import { keys, publicJwk } from './token-kit.ts';

const withHeader = (name: string, reason: ForgedToken['reason'], changes: object): ForgedToken => ({
  name,
  reason,
  forge: ({ seal, header, claims }) => seal(claims(), header(changes)),
});

const odd: readonly ForgedToken[] = [
  withHeader('`kid` is a path', 'unknown-key', { kid: '../../../../dev/null' }),
  withHeader('`kid` is SQL', 'unknown-key', { kid: "x' UNION SELECT 'key'; --" }),
  withHeader('`kid` is a member of every object', 'unknown-key', { kid: '__proto__' }),
  withHeader('`kid` is empty', 'unknown-key', { kid: '' }),
  withHeader('`kid` is a number', 'bad-header', { kid: 1 }),
  withHeader('`kid` is a list', 'bad-header', { kid: ['rsa-1'] }),
  withHeader('`kid` has 256 characters', 'bad-header', { kid: 'k'.repeat(256) }),
  withHeader('`crit` with an unknown extension', 'critical-header', { crit: ['x'], x: 1 }),
  withHeader('`crit` empty', 'critical-header', { crit: [] }),
  withHeader('`b64` false, with `crit`', 'critical-header', { b64: false, crit: ['b64'] }),
  withHeader('`b64` false, without `crit`', 'critical-header', { b64: false }),
  withHeader('`cty` JWT', 'nested', { cty: 'JWT' }),
  withHeader('no `alg`', 'bad-header', { alg: undefined }),
  withHeader('`alg` is a list', 'bad-header', { alg: ['RS256'] }),
  withHeader('`alg` in lower case', 'algorithm-unknown', { alg: 'rs256' }),
  withHeader('`enc` in the header of a JWS', 'encrypted', { enc: 'A256GCM' }),
  withHeader('`typ` of a logout token', 'not-access-token', { typ: 'logout+jwt' }),
  withHeader('`typ` is a number', 'bad-header', { typ: 1 }),
];

/** The forger signs with a key of its own and says where it is. */
const withOwnKey = (name: string, changesOf: (url: string) => object): ForgedToken => ({
  name,
  reason: 'header-names-key',
  forge: ({ header, claims, trap }) => {
    const head = header(changesOf(`http://127.0.0.1:${trap.port}/keys.json`));
    return sealToken(head, claims(), rs256(keys.stranger.privateKey));
  },
});

export const forgedHeaders: readonly ForgedToken[] = [
  ...odd,
  withOwnKey("`jku` with the forger's address", (jku) => ({ jku })),
  withOwnKey("`x5u` with the forger's address", (x5u) => ({ x5u })),
  withOwnKey("`jwk` with the forger's key", () => ({ jwk: publicJwk(keys.stranger) })),
  withOwnKey("`x5c` with the forger's certificate", () => ({ x5c: ['MIIB'] })),
  {
    name: "`kid` is the forger's address",
    reason: 'unknown-key',
    forge: ({ header, claims, trap }) =>
      sealToken(
        header({ kid: `http://127.0.0.1:${trap.port}/keys.json` }),
        claims(),
        rs256(keys.stranger.privateKey),
      ),
  },
];
