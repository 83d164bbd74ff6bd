import ipaddr from 'ipaddr.js';
import { unwrapIpv4 } from './embedded-ipv4.ts';

/**
 * `public`: anybody may be sent there. `internal`: only where the operator opened it, by name or by range. `never`: only where the operator
 * opened the very range; a name that leads there is no reason.
 */
export type AddressVerdict = 'public' | 'internal' | 'never';

const internalRanges: readonly string[] = ['private', 'loopback', 'carrierGradeNat', 'uniqueLocal'];

/** 168.63.129.16 is a public address by its number, and the host of every virtual machine on Azure: it hands out certificates. */
const platformHosts: readonly string[] = ['168.63.129.16'];

const judgeIpv4 = (ip: ipaddr.IPv4): AddressVerdict => {
  if (platformHosts.includes(ip.toString())) return 'never';
  const range = ip.range();
  if (range === 'unicast') return 'public';
  return internalRanges.includes(range) ? 'internal' : 'never';
};

/** RFC 3513: what is routed on the Internet. All else in IPv6 is local, a tunnel, or not given out. */
const globalUnicast = ipaddr.IPv6.parse('2000::');

/** RFC 5214 section 6.1: an IPv4 address in the last 32 bits, behind 0000:5efe or 0200:5efe. */
const isIsatap = ({ parts }: ipaddr.IPv6): boolean => parts[5] === 0x5efe && ((parts[4] ?? 0) & 0xfdff) === 0;

const judgeIpv6 = (ip: ipaddr.IPv6): AddressVerdict => {
  const range = ip.range();
  if (internalRanges.includes(range)) return 'internal';
  // 6to4 and Teredo are ranges of their own in the library, so are neither of them.
  return range === 'unicast' && ip.match(globalUnicast, 3) && !isIsatap(ip) ? 'public' : 'never';
};

/** @param text as DNS, a socket or WHATWG URL give it, without brackets; anything that is no plain address may never be contacted. */
export const judgeAddress = (text: string): AddressVerdict => {
  const ip = parseAddress(text);
  if (ip === undefined) return 'never';
  const inner = unwrapIpv4(ip);
  return inner.kind() === 'ipv4' ? judgeIpv4(inner as ipaddr.IPv4) : judgeIpv6(inner as ipaddr.IPv6);
};

/** Undefined for all that is not four decimal numbers or IPv6 without a zone. */
export const parseAddress = (text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined => {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  return text.includes(':') && !text.includes('%') && ipaddr.IPv6.isValid(text)
    ? ipaddr.IPv6.parse(text)
    : undefined;
};
