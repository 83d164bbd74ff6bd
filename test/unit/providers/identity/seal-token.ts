import { type KeyObject, sign } from 'node:crypto';

export type TokenPart = string | Uint8Array | object;

export const encodePart = (part: TokenPart): string => {
  if (part instanceof Uint8Array) return Buffer.from(part).toString('base64url');
  return Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');
};

export const rs256 =
  (key: KeyObject) =>
  (input: string): Uint8Array =>
    sign('sha256', Buffer.from(input), key);

export const es256 =
  (key: KeyObject) =>
  (input: string): Uint8Array =>
    sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' });

/** A token as a library would make none: header and claims may be any bytes, and the signature is right all the same. */
export const sealToken = (
  header: TokenPart,
  claims: TokenPart,
  seal: (input: string) => Uint8Array,
): string => {
  const input = `${encodePart(header)}.${encodePart(claims)}`;
  return `${input}.${encodePart(seal(input))}`;
};
