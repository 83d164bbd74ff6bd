import { quoteGo } from '../go-print.ts';
import { bitsOf, type IpAddress, IpParseError, parseIpAddress, printIpAddress } from './ip-address.ts';

/** An address with a prefix length, as Go's net/netip knows it. The address may have bits behind the prefix. */
export interface IpPrefix {
  readonly address: IpAddress;
  readonly length: number;
}

/** Why a text is no prefix, in the words of Go's net/netip. */
export class IpPrefixParseError extends Error {
  constructor(text: string, reason: string) {
    super(`netip.ParsePrefix(${quoteGo(text)}): ${reason}`);
  }
}

const parseAddressOf = (text: string, address: string): IpAddress => {
  try {
    return parseIpAddress(address);
  } catch (error) {
    if (error instanceof IpParseError) throw new IpPrefixParseError(text, error.message);
    throw error;
  }
};

/** Parses as Go's netip.ParsePrefix does. Throws IpPrefixParseError. */
export const parseIpPrefix = (text: string): IpPrefix => {
  const slash = text.lastIndexOf('/');
  if (slash < 0) throw new IpPrefixParseError(text, "no '/'");
  const address = parseAddressOf(text, text.slice(0, slash));
  if (address.zone !== '') throw new IpPrefixParseError(text, 'IPv6 zones cannot be present in a prefix');
  const bits = text.slice(slash + 1);
  if (!/^(0|[1-9][0-9]*)$/.test(bits))
    throw new IpPrefixParseError(text, `bad bits after slash: ${quoteGo(bits)}`);
  if (Number(bits) > bitsOf(address)) throw new IpPrefixParseError(text, 'prefix length out of range');
  return { address, length: Number(bits) };
};

const networkBits = (address: IpAddress, length: number): bigint =>
  address.value >> BigInt(bitsOf(address) - length);

export const prefixContains = (prefix: IpPrefix, address: IpAddress): boolean =>
  prefix.address.family === address.family &&
  address.zone === '' &&
  networkBits(prefix.address, prefix.length) === networkBits(address, prefix.length);

export const prefixContainsPrefix = (outer: IpPrefix, inner: IpPrefix): boolean =>
  outer.length <= inner.length && prefixContains(outer, inner.address);

/** The prefix with the bits behind it cleared. */
export const maskPrefix = ({ address, length }: IpPrefix): IpPrefix => {
  const shift = BigInt(bitsOf(address) - length);
  return { address: { ...address, value: (address.value >> shift) << shift }, length };
};

export const printIpPrefix = ({ address, length }: IpPrefix): string =>
  `${printIpAddress(address)}/${length}`;
