import { quoteGo } from '../go-print.ts';

/** What part of a URL a text is; each part has its own rules (Go net/url). */
export type UrlPart = 'host' | 'zone' | 'path' | 'user' | 'query';

/** Why a text is no URL, in the words of Go's net/url. */
export class UrlError extends Error {}

const hostCharacters = '!$&\'()*+,;=:[]<>"';

/** True for an ASCII character that must not stand in that part as it is. */
const mustEscape = (character: string, part: UrlPart): boolean => {
  if (/^[A-Za-z0-9\-_.~]$/.test(character)) return false;
  if (part === 'host' || part === 'zone') {
    if (hostCharacters.includes(character)) return false;
  } else if ('$&+,/:;=?@'.includes(character)) {
    if (part === 'path') return character === '?';
    if (part === 'user') return '@/?:'.includes(character);
  }
  return true;
};

const checkEscape = (sequence: string, part: UrlPart): void => {
  const refuse = (): never => {
    throw new UrlError(`invalid URL escape ${quoteGo(sequence)}`);
  };
  if (!/^%[0-9a-fA-F]{2}$/.test(sequence)) refuse();
  if (sequence === '%25') return;
  const code = Number.parseInt(sequence.slice(1), 16);
  if (part === 'host' && code < 0x80) refuse();
  const character = String.fromCharCode(code);
  if (part === 'zone' && character !== ' ' && mustEscape(character, 'host')) refuse();
};

const checkPart = (text: string, part: UrlPart): void => {
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '%') {
      checkEscape(text.slice(index, index + 3), part);
      index += 2;
    } else if (
      (part === 'host' || part === 'zone') &&
      character.charCodeAt(0) < 0x80 &&
      mustEscape(character, part)
    ) {
      throw new UrlError(`invalid character ${quoteGo(character)} in host name`);
    }
  }
};

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Resolves the escapes of one part. Throws UrlError. Bytes that are no UTF-8 become the replacement character. */
export const unescapePart = (text: string, part: UrlPart): string => {
  checkPart(text, part);
  const plain = part === 'query' ? text.replaceAll('+', ' ') : text;
  if (!plain.includes('%')) return plain;
  const bytes = encoder.encode(plain);
  const out: number[] = [];
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    const isEscape = byte === 0x25;
    out.push(isEscape ? Number.parseInt(decoder.decode(bytes.subarray(index + 1, index + 3)), 16) : byte);
    if (isEscape) index += 2;
  }
  return decoder.decode(Uint8Array.from(out));
};

const escapeCharacter = (character: string): string =>
  Array.from(
    encoder.encode(character),
    (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('');

export const escapePath = (text: string): string =>
  Array.from(text, (character) =>
    mustEscape(character, 'path') ? escapeCharacter(character) : character,
  ).join('');

/** True when the path needs no further escaping to be printed. */
export const isValidEncodedPath = (text: string): boolean =>
  Array.from(text).every(
    (character) => "!$&'()*+,;=:@[]%".includes(character) || !mustEscape(character, 'path'),
  );
