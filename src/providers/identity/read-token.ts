import { type TokenAlgorithm, tokenAlgorithms } from '../../domain/access/identity-issuer.ts';
import type { JsonObject } from '../../domain/shared/json.ts';
import type { RefusalReason } from './refusal-reasons.ts';
import { parseStrictJson } from './strict-json.ts';

const maxTokenLength = 8_192;

/**
 * What a token says of itself. None of it is verified: it serves to refuse early, and to choose whose keys to ask. What a caller may do is
 * decided on what the verification gives back.
 */
export interface UnverifiedToken {
  readonly algorithm: TokenAlgorithm;
  /** Lower case, with `application/` before it when it has no slash; undefined when absent. */
  readonly type: string | undefined;
  readonly claims: JsonObject;
}

/** Canonical only: two texts never stand for the same bytes, and no bit is ignored. */
const decodePart = (part: string): Uint8Array | undefined => {
  const bytes = Buffer.from(part, 'base64url');
  return bytes.toString('base64url') === part ? bytes : undefined;
};

const isShortText = (value: unknown): boolean =>
  value === undefined || (typeof value === 'string' && value.length <= 255);

const has = (header: JsonObject, ...names: readonly string[]): boolean =>
  names.some((name) => Object.hasOwn(header, name));

const isKnown = (algorithm: unknown): algorithm is TokenAlgorithm =>
  tokenAlgorithms.some((known) => known === algorithm);

const judgeHeader = (header: JsonObject): RefusalReason | undefined => {
  if (has(header, 'enc')) return 'encrypted';
  if (has(header, 'crit', 'b64')) return 'critical-header';
  if (has(header, 'jku', 'jwk', 'x5u', 'x5c')) return 'header-names-key';
  if (has(header, 'cty')) return 'nested';
  const { alg, typ, kid } = header;
  if (alg === undefined || !isShortText(alg) || !isShortText(typ) || !isShortText(kid)) return 'bad-header';
  return isKnown(alg) ? undefined : 'algorithm-unknown';
};

/** RFC 7515 section 4.1.9: the prefix may be left out. */
const typeOf = (typ: unknown): string | undefined => {
  if (typeof typ !== 'string') return undefined;
  const type = typ.toLowerCase();
  return type.includes('/') ? type : `application/${type}`;
};

const splitToken = (token: string): readonly Uint8Array[] | RefusalReason => {
  if (token.length > maxTokenLength) return 'too-long';
  if (!/^[\w.-]+$/.test(token)) return 'malformed';
  const parts = token.split('.');
  if (parts.length === 5) return 'encrypted';
  const decoded = parts.map(decodePart);
  const isWhole = decoded.length === 3 && decoded.every((part) => part !== undefined && part.length > 0);
  return isWhole ? (decoded as readonly Uint8Array[]) : 'malformed';
};

/** Reads a token without verifying it, or says why it cannot be good. */
export const readToken = (token: string): UnverifiedToken | RefusalReason => {
  const parts = splitToken(token);
  if (typeof parts === 'string') return parts;
  const [headerBytes = new Uint8Array(), claimBytes = new Uint8Array()] = parts;
  const header = parseStrictJson(headerBytes);
  if (header.kind !== 'object') return header.kind;
  const reason = judgeHeader(header.value);
  if (reason !== undefined) return reason;
  const claims = parseStrictJson(claimBytes);
  if (claims.kind !== 'object') return claims.kind;
  const { alg, typ } = header.value;
  return { algorithm: alg as TokenAlgorithm, type: typeOf(typ), claims: claims.value };
};
