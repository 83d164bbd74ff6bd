import { type IdKind, idPrefixes } from './id.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Digits of the time: 48 bits of milliseconds behind two spare ones (TypeID over UUIDv7, RFC 9562 §5.7). */
const timeDigits = 10;

/** The smallest id of a kind that can have been made at `instant`: ids made later sort behind it. */
export const earliestId = (kind: IdKind, instant: string): string => {
  let rest = Math.min(Math.max(0, Date.parse(instant)), 2 ** 48 - 1);
  let digits = '';
  for (let place = 0; place < timeDigits; place += 1) {
    digits = `${alphabet[rest % 32]}${digits}`;
    rest = Math.floor(rest / 32);
  }
  return `${idPrefixes[kind]}_${digits}${'0'.repeat(16)}`;
};
