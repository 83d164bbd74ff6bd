import { quoteGo } from '../../go-print.ts';
import {
  type IpAddress,
  IpParseError,
  isMappedIpv4,
  parseIpAddress,
  printIpAddress,
} from '../../net/ip-address.ts';
import {
  IpPrefixParseError,
  maskPrefix,
  parseIpPrefix,
  prefixContains,
  prefixContainsPrefix,
  printIpPrefix,
} from '../../net/ip-prefix.ts';
import { CelCidr, CelIp } from '../library-values.ts';
import { CelError, noSuchOverload } from '../values.ts';
import { type CelFunction, defineGlobal, defineMember } from './define.ts';

const parseIp = (text: string): CelIp => {
  try {
    const address = parseIpAddress(text);
    if (address.zone !== '') throw new CelError(`IP address ${quoteGo(text)} with zone value is not allowed`);
    if (isMappedIpv4(address)) throw new CelError(`IPv4-mapped IPv6 address ${quoteGo(text)} is not allowed`);
    return new CelIp(address);
  } catch (error) {
    if (!(error instanceof IpParseError)) throw error;
    throw new CelError(
      `IP Address ${quoteGo(text)} parse error during conversion from string: ${error.message}`,
    );
  }
};

const explainCidr = (text: string): CelError =>
  new CelError(`network address parse error during conversion from string: ${text}`);

const parseCidr = (text: string): CelCidr => {
  try {
    const prefix = parseIpPrefix(text);
    if (isMappedIpv4(prefix.address))
      throw explainCidr(`IPv4-mapped IPv6 address ${quoteGo(text)} is not allowed`);
    return new CelCidr(prefix);
  } catch (error) {
    if (!(error instanceof IpPrefixParseError)) throw error;
    throw explainCidr(`network address parse error during conversion from string: ${error.message}`);
  }
};

const parses = (parse: (text: string) => unknown, text: string): boolean => {
  try {
    parse(text);
    return true;
  } catch (error) {
    if (error instanceof CelError) return false;
    throw error;
  }
};

const highBits = ({ family, value }: IpAddress, count: number): bigint =>
  value >> BigInt((family === 4 ? 32 : 128) - count);

const isUnspecified = ({ value }: IpAddress): boolean => value === 0n;

const isLoopback = (address: IpAddress): boolean =>
  address.family === 4 ? highBits(address, 8) === 127n : address.value === 1n;

const isLinkLocalUnicast = (address: IpAddress): boolean =>
  address.family === 4 ? highBits(address, 16) === 0xa9fen : highBits(address, 10) === 0x3fan;

const isLinkLocalMulticast = (address: IpAddress): boolean =>
  address.family === 4 ? highBits(address, 24) === 0xe00000n : (highBits(address, 16) & 0xff0fn) === 0xff02n;

const isMulticast = (address: IpAddress): boolean =>
  address.family === 4 ? highBits(address, 4) === 0xen : highBits(address, 8) === 0xffn;

const isBroadcast = ({ family, value }: IpAddress): boolean => family === 4 && value === 0xffffffffn;

const isGlobalUnicast = (address: IpAddress): boolean =>
  ![isUnspecified, isBroadcast, isLoopback, isMulticast, isLinkLocalUnicast].some((test) => test(address));

const tests: Readonly<Record<string, (address: IpAddress) => boolean>> = {
  isUnspecified,
  isLoopback,
  isLinkLocalUnicast,
  isLinkLocalMulticast,
  isGlobalUnicast,
};

/** Kubernetes' IP and CIDR libraries. */
export const addressFunctions: readonly CelFunction[] = [
  defineGlobal('ip', ['string'], parseIp),
  defineGlobal('isIP', ['string'], (text) => parses(parseIp, text)),
  defineGlobal('ip.isCanonical', ['string'], (text) => printIpAddress(parseIp(text).address) === text),
  defineMember('family', ['net.IP'], ({ address }) => BigInt(address.family)),
  defineGlobal('string', ['net.IP'], ({ address }) => printIpAddress(address)),
  ...Object.entries(tests).map(([name, test]) =>
    defineMember(name, ['net.IP'], ({ address }) => test(address)),
  ),
  defineGlobal('cidr', ['string'], parseCidr),
  defineGlobal('isCIDR', ['string'], (text) => parses(parseCidr, text)),
  defineMember('containsIP', ['net.CIDR', 'string'], ({ prefix }, text) => {
    // Kubernetes loses the reason on its way out.
    if (!parses(parseIp, text)) throw noSuchOverload();
    return prefixContains(prefix, parseIp(text).address);
  }),
  defineMember('containsIP', ['net.CIDR', 'net.IP'], ({ prefix }, { address }) =>
    prefixContains(prefix, address),
  ),
  defineMember('containsCIDR', ['net.CIDR', 'string'], ({ prefix }, text) =>
    prefixContainsPrefix(prefix, parseCidr(text).prefix),
  ),
  defineMember('containsCIDR', ['net.CIDR', 'net.CIDR'], (outer, inner) =>
    prefixContainsPrefix(outer.prefix, inner.prefix),
  ),
  defineMember('ip', ['net.CIDR'], ({ prefix }) => new CelIp(prefix.address)),
  defineMember('prefixLength', ['net.CIDR'], ({ prefix }) => BigInt(prefix.length)),
  defineMember('masked', ['net.CIDR'], ({ prefix }) => new CelCidr(maskPrefix(prefix))),
  defineGlobal('string', ['net.CIDR'], ({ prefix }) => printIpPrefix(prefix)),
];
