import { addressBits, formatIp, type IpAddress, type IpFamily, parseIp } from './ip.ts';

/** A range of addresses: those that share the first `prefix` bits of `base`, whose other bits are 0. */
export interface Cidr {
  readonly family: IpFamily;
  readonly base: bigint;
  readonly prefix: number;
}

export type CidrFault =
  | { readonly code: 'invalid-cidr'; readonly detail: string }
  | { readonly code: 'host-bits-set'; readonly detail: string; readonly allowed: readonly string[] };

const prefixPattern = /^(?:0|[1-9][0-9]{0,2})$/;

export const formatCidr = ({ family, base, prefix }: Cidr): string =>
  `${formatIp({ family, value: base })}/${prefix}`;

const networkOf = ({ family, value }: IpAddress, prefix: number): Cidr => {
  const hostBits = BigInt(addressBits[family] - prefix);
  return { family, base: (value >> hostBits) << hostBits, prefix };
};

/** Refuses what other programs would silently repair: leading zeros and bits set behind the prefix. */
export const parseCidr = (text: string): Cidr | CidrFault => {
  const [address = '', length = '', ...rest] = text.split('/');
  const ip = parseIp(address);
  const prefix = prefixPattern.test(length) ? Number(length) : Number.POSITIVE_INFINITY;
  if (ip === undefined || rest.length > 0 || prefix > addressBits[ip.family])
    return {
      code: 'invalid-cidr',
      detail: 'is no range such as 10.0.0.0/16 or fd01::/48 (numbers without leading zeros)',
    };
  const network = networkOf(ip, prefix);
  if (network.base === ip.value) return network;
  const meant = formatCidr(network);
  return {
    code: 'host-bits-set',
    detail: `has bits set behind its prefix; ${meant} is meant?`,
    allowed: [meant],
  };
};

export const isCidr = (parsed: Cidr | CidrFault): parsed is Cidr => 'base' in parsed;

/** A range that is known to be good, for constants. */
export const cidr = (text: string): Cidr => {
  const parsed = parseCidr(text);
  if (!isCidr(parsed)) throw new TypeError(`${text} ${parsed.detail}`);
  return parsed;
};

/** How many addresses it holds. */
export const cidrSize = ({ family, prefix }: Cidr): bigint => 1n << BigInt(addressBits[family] - prefix);

/** How many machines have an address in an IPv4 range of which the cloud keeps some; undefined for what is no such range. */
export const addressesIn = (text: string, kept: number): number | undefined => {
  const range = parseCidr(text);
  return isCidr(range) && range.family === 4 ? Math.max(0, Number(cidrSize(range)) - kept) : undefined;
};

export const containsIp = (range: Cidr, ip: IpAddress): boolean =>
  range.family === ip.family && networkOf(ip, range.prefix).base === range.base;

/** The addresses that two ranges share: the narrower of them, or undefined. */
export const overlapOf = (left: Cidr, right: Cidr): Cidr | undefined => {
  const [wide, narrow] = left.prefix <= right.prefix ? [left, right] : [right, left];
  return containsIp(wide, { family: narrow.family, value: narrow.base }) ? narrow : undefined;
};
