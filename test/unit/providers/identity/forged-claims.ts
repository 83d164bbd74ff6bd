import type { ForgedToken } from './forged-token.ts';
import { audience, now } from './token-kit.ts';

const withClaims = (
  name: string,
  reason: ForgedToken['reason'],
  changes: object | ((issuer: string) => object),
): ForgedToken => ({
  name,
  reason,
  forge: ({ seal, claims, issuer }) =>
    seal(claims(typeof changes === 'function' ? changes(issuer) : changes)),
});

/** As the issuer would sign it: `typ` absent or `JWT`, and no word of what it is for. */
const ofOtherKind = (name: string, changes: object, typ?: string): ForgedToken => ({
  name,
  reason: 'not-access-token',
  forge: ({ seal, claims, header }) => seal(claims({ client_id: undefined, ...changes }), header({ typ })),
});

const issuers: readonly ForgedToken[] = [
  withClaims('`iss` of nobody', 'unknown-issuer', { iss: 'https://evil.example.com' }),
  withClaims('`iss` with a slash at the end', 'unknown-issuer', (issuer) => ({ iss: `${issuer}/` })),
  withClaims('`iss` in upper case', 'unknown-issuer', (issuer) => ({ iss: issuer.toUpperCase() })),
  withClaims('`iss` with a space', 'unknown-issuer', (issuer) => ({ iss: `${issuer} ` })),
  withClaims('`iss` is a list', 'unknown-issuer', (issuer) => ({ iss: [issuer] })),
  withClaims('`iss` missing', 'unknown-issuer', { iss: undefined }),
  withClaims('`iss` is a member of every object', 'unknown-issuer', { iss: '__proto__' }),
];

const audiences: readonly ForgedToken[] = [
  withClaims('`aud` of another API', 'wrong-audience', { aud: 'https://other.example.com' }),
  withClaims('`aud` missing', 'wrong-audience', { aud: undefined }),
  withClaims('`aud` empty', 'wrong-audience', { aud: '' }),
  withClaims('`aud` is an empty list', 'wrong-audience', { aud: [] }),
  withClaims('`aud` is a list without ours', 'wrong-audience', {
    aud: ['a', `${audience}/`, `${audience}.evil`],
  }),
  withClaims('`aud` is a list with ours and a number', 'wrong-audience', { aud: [audience, 1] }),
  withClaims('`aud` is an object', 'wrong-audience', { aud: { [audience]: true } }),
];

const times: readonly ForgedToken[] = [
  withClaims('expired', 'expired', { exp: now - 30 }),
  withClaims('`exp` 0', 'expired', { exp: 0 }),
  withClaims('not yet valid (`nbf`)', 'not-yet-valid', { nbf: now + 31 }),
  withClaims('issued in the future (`iat`)', 'not-yet-valid', { iat: now + 31 }),
  withClaims('no `exp`', 'missing-claim', { exp: undefined }),
  withClaims('no `iat`', 'missing-claim', { iat: undefined }),
  withClaims('`exp` is a text', 'bad-claim', { exp: String(now + 600) }),
  withClaims('`exp` is null', 'bad-claim', { exp: null }),
  withClaims('`exp` is a list', 'bad-claim', { exp: [now + 600] }),
  withClaims('`nbf` is a text', 'bad-claim', { nbf: 'now' }),
  withClaims('`iat` is true', 'bad-claim', { iat: true }),
  withClaims('valid for ten years', 'life-too-long', { exp: now + 315_360_000 }),
  withClaims('valid for a day and a second', 'life-too-long', { iat: now, exp: now + 86_401 }),
  {
    name: '`exp` 1e999, which is infinite',
    reason: 'bad-claim',
    forge: ({ seal, claims }) => seal(JSON.stringify(claims({ exp: 'EXP' })).replace('"EXP"', '1e999')),
  },
];

const subjects: readonly ForgedToken[] = [
  withClaims('no `sub`', 'missing-claim', { sub: undefined }),
  withClaims('`sub` is a number', 'bad-claim', { sub: 42 }),
  withClaims('`sub` is an object', 'bad-claim', { sub: { id: 'orchestrator' } }),
  withClaims('`sub` is a list', 'bad-claim', { sub: ['orchestrator'] }),
  withClaims('`sub` is empty', 'bad-claim', { sub: '' }),
  withClaims('`sub` has 256 characters', 'bad-claim', { sub: 's'.repeat(256) }),
  withClaims('`sub` with NUL', 'unsafe-text', { sub: 'orchestrator\u0000' }),
  withClaims('`sub` with half of a surrogate pair', 'unsafe-text', { sub: 'orchestrator\ud800' }),
  withClaims('NUL in the name of a claim', 'unsafe-text', { 'a\u0000': 1 }),
];

const kinds: readonly ForgedToken[] = [
  ofOtherKind('ID token: `nonce`', { nonce: 'n', scope: 'openid' }),
  ofOtherKind('ID token: `at_hash`', { at_hash: 'h', scope: 'openid' }, 'JWT'),
  ofOtherKind('ID token: made for the client that asked for it (`azp` in `aud`)', { azp: audience }),
  ofOtherKind('ID token of Keycloak: `typ` ID', { typ: 'ID', scope: 'openid' }),
  ofOtherKind('refresh token of Keycloak: `typ` Refresh', { typ: 'Refresh', scope: 'openid' }, 'JWT'),
  ofOtherKind('ID token of Cognito: `token_use` id', { token_use: 'id', scope: 'openid' }),
  ofOtherKind('logout token without `typ`: `events`', { events: {}, scope: 'openid' }),
  ofOtherKind('nothing says what it is', {}, 'JWT'),
  ofOtherKind('`typ` at+jwt, and says to be an ID token', { typ: 'ID' }, 'at+jwt'),
];

export const forgedClaims: readonly ForgedToken[] = [
  ...issuers,
  ...audiences,
  ...times,
  ...subjects,
  ...kinds,
];
