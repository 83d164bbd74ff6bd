/** Why a token is refused, for logs and for docs/reference/tokens.md. Callers of the API are not told. */
export const refusalReasons = {
  'too-long': 'The token has more than 8192 characters.',
  malformed:
    'It is no JWS in compact form: three parts of canonical base64url, the first two JSON objects in UTF-8.',
  encrypted: 'It is a JWE. Berth has no key to open it.',
  nested: 'It has another token in it (`cty`).',
  'duplicate-member': 'A member of the header or of the claims is there twice.',
  'unsafe-text': 'A text in it has NUL or half of a surrogate pair.',
  'critical-header': 'The header has `crit` or `b64`, which ask for extensions that Berth does not have.',
  'header-names-key':
    'The header brings or names a key (`jku`, `jwk`, `x5u`, `x5c`). Keys come from the issuer only.',
  'bad-header': '`alg`, `typ` or `kid` is not a text of at most 255 characters.',
  'algorithm-unknown':
    '`alg` is none of those that Berth knows; `none` and those with shared secrets are not.',
  'algorithm-not-registered': '`alg` is not among the algorithms with which the issuer was registered.',
  'unknown-issuer': '`iss` is not a registered issuer, character by character.',
  'wrong-audience': '`aud` is missing, or has none of the registered audiences in it.',
  'not-access-token':
    'It is of another kind: an ID token, a refresh token, a logout token, or nothing says what it is.',
  'missing-claim': '`exp`, `iat` or `sub` is missing.',
  'bad-claim':
    '`exp`, `iat`, `nbf`, `sub` or `aud` is of the wrong type, or `sub` has no length from 1 to 255.',
  expired: '`exp` has passed.',
  'not-yet-valid': '`nbf` or `iat` is in the future.',
  'life-too-long': 'It lives longer than 24 hours from `iat` to `exp`.',
  'unknown-key': 'The issuer has no key of this `kid` that fits `alg`.',
  'ambiguous-key': 'It has no `kid`, and several keys of the issuer fit `alg`.',
  'weak-key': 'The key of the issuer is too short: RSA has 2048 bits at least.',
  'unusable-key': 'The key of the issuer cannot be used.',
  'bad-signature': 'The signature was not made over these bytes with the key of the issuer.',
} as const satisfies Record<string, string>;

export type RefusalReason = keyof typeof refusalReasons;
