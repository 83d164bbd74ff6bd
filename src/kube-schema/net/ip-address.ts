import { quoteGo } from '../go-print.ts';

/** An IP address as Go's net/netip knows it. */
export interface IpAddress {
  readonly family: 4 | 6;
  readonly value: bigint;
  /** The zone of an IPv6 address; empty without one. */
  readonly zone: string;
}

/** Why a text is no address, in the words of Go's net/netip. */
export class IpParseError extends Error {
  constructor(text: string, reason: string, at = '') {
    super(`ParseAddr(${quoteGo(text)}): ${reason}${at === '' ? '' : ` (at ${quoteGo(at)})`}`);
  }
}

export const bitsOf = (address: IpAddress): number => (address.family === 4 ? 32 : 128);

const findIpv4Problem = (octet: string): string | undefined => {
  if (octet.length > 1 && octet.startsWith('0')) return 'IPv4 field has octet with leading zero';
  return Number(octet) > 255 ? 'IPv4 field has value >255' : undefined;
};

const parseIpv4 = (whole: string, text: string): bigint => {
  const strange = /[^0-9.]/.exec(text);
  if (strange) throw new IpParseError(whole, 'unexpected character', text.slice(strange.index));
  const octets = text.split('.');
  const empty = octets.indexOf('');
  if (empty >= 0) {
    const dot = octets.slice(0, empty).join('.').length + 1;
    const at = empty === 0 ? text : text.slice(empty === octets.length - 1 ? -1 : dot);
    throw new IpParseError(whole, 'IPv4 field must have at least one digit', at);
  }
  for (const octet of octets.slice(0, 4)) {
    const problem = findIpv4Problem(octet);
    if (problem !== undefined) throw new IpParseError(whole, problem);
  }
  if (octets.length > 4) throw new IpParseError(whole, 'IPv4 address too long');
  if (octets.length < 4) throw new IpParseError(whole, 'IPv4 address too short');
  return octets.reduce((value, octet) => (value << 8n) | BigInt(octet), 0n);
};

interface Groups {
  readonly values: readonly number[];
  /** Where the `::` stands; -1 without one. */
  readonly gap: number;
}

const readGroup = (whole: string, rest: string): string => {
  const digits = /^[0-9a-fA-F]*/.exec(rest)?.[0] ?? '';
  if (digits.length > 4) throw new IpParseError(whole, 'each group must have 4 or less digits', rest);
  if (digits === '')
    throw new IpParseError(whole, 'each colon-separated field must have at least one digit', rest);
  return digits;
};

const readEmbeddedIpv4 = (whole: string, rest: string, groups: Groups): readonly number[] => {
  const { values, gap } = groups;
  if (gap < 0 && values.length !== 6)
    throw new IpParseError(
      whole,
      'embedded IPv4 address must replace the final 2 fields of the address',
      rest,
    );
  if (values.length > 6)
    throw new IpParseError(
      whole,
      'too many hex fields to fit an embedded IPv4 at the end of the address',
      rest,
    );
  const value = Number(parseIpv4(whole, rest));
  return [...values, Math.floor(value / 0x10000), value % 0x10000];
};

const stepOverColon = (whole: string, rest: string): string => {
  if (!rest.startsWith(':')) throw new IpParseError(whole, 'unexpected character, want colon', rest);
  if (rest.length === 1) throw new IpParseError(whole, 'colon must be followed by more characters', rest);
  return rest.slice(1);
};

const readGroups = (whole: string, text: string): Groups => {
  let gap = text.startsWith('::') ? 0 : -1;
  let rest = gap === 0 ? text.slice(2) : text;
  let values: readonly number[] = [];
  while (values.length < 8 && !(rest === '' && gap >= 0)) {
    const digits = readGroup(whole, rest);
    if (rest[digits.length] === '.') return { values: readEmbeddedIpv4(whole, rest, { values, gap }), gap };
    values = [...values, Number.parseInt(digits, 16)];
    rest = rest.slice(digits.length);
    if (rest === '') break;
    rest = stepOverColon(whole, rest);
    if (!rest.startsWith(':')) continue;
    if (gap >= 0) throw new IpParseError(whole, 'multiple :: in address', rest);
    gap = values.length;
    rest = rest.slice(1);
  }
  if (rest !== '') throw new IpParseError(whole, 'trailing garbage after address', rest);
  return { values, gap };
};

const fillGap = (whole: string, { values, gap }: Groups): readonly number[] => {
  if (values.length < 8 && gap < 0) throw new IpParseError(whole, 'address string too short');
  if (values.length >= 8 && gap >= 0)
    throw new IpParseError(whole, 'the :: must expand to at least one field of zeros');
  if (gap < 0) return values;
  const zeros = new Array<number>(8 - values.length).fill(0);
  return [...values.slice(0, gap), ...zeros, ...values.slice(gap)];
};

const parseIpv6 = (whole: string): IpAddress => {
  const mark = whole.indexOf('%');
  const text = mark < 0 ? whole : whole.slice(0, mark);
  const zone = mark < 0 ? '' : whole.slice(mark + 1);
  if (mark >= 0 && zone === '') throw new IpParseError(whole, 'zone must be a non-empty string');
  const groups = fillGap(whole, readGroups(whole, text));
  return { family: 6, value: groups.reduce((value, group) => (value << 16n) | BigInt(group), 0n), zone };
};

/** Parses as Go's netip.ParseAddr does: no leading zeros in IPv4, zones allowed in IPv6. Throws IpParseError. */
export const parseIpAddress = (text: string): IpAddress => {
  const first = /[.:%]/.exec(text)?.[0];
  if (first === '.') return { family: 4, value: parseIpv4(text, text), zone: '' };
  if (first === ':') return parseIpv6(text);
  throw new IpParseError(text, first === '%' ? 'missing IPv6 address' : 'unable to parse IP');
};

/** An IPv4 address inside an IPv6 one (`::ffff:1.2.3.4`). */
export const isMappedIpv4 = ({ family, value }: IpAddress): boolean =>
  family === 6 && value >> 32n === 0xffffn;

const groupsOf = (value: bigint): readonly number[] =>
  Array.from({ length: 8 }, (_, index) => Number((value >> BigInt(112 - index * 16)) & 0xffffn));

const findZeroRun = (groups: readonly number[]): { readonly start: number; readonly end: number } => {
  let best = { start: 8, end: 8 };
  for (let start = 0; start < 8; start += 1) {
    let end = start;
    while (end < 8 && groups[end] === 0) end += 1;
    const length = end - start;
    if (length >= 2 && length > best.end - best.start) best = { start, end };
  }
  return best;
};

const printIpv6 = (value: bigint): string => {
  const groups = groupsOf(value);
  const { start, end } = findZeroRun(groups);
  const print = (part: readonly number[]): string => part.map((group) => group.toString(16)).join(':');
  return start === 8 ? print(groups) : `${print(groups.slice(0, start))}::${print(groups.slice(end))}`;
};

const printIpv4 = (value: bigint): string =>
  [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 0xffn)).join('.');

/** The canonical form (RFC 5952). */
export const printIpAddress = ({ family, value, zone }: IpAddress): string => {
  if (family === 4) return printIpv4(value);
  const text = value >> 32n === 0xffffn ? `::ffff:${printIpv4(value & 0xffffffffn)}` : printIpv6(value);
  return zone === '' ? text : `${text}%${zone}`;
};
