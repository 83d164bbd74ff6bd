/** A network as the bits of its prefix; `width` 32 for IPv4, 128 for IPv6. */
export interface Network {
  readonly text: string;
  readonly width: 32 | 128;
  readonly base: bigint;
  readonly prefix: number;
}

const parseIpv4 = (text: string): bigint | undefined => {
  const parts = text.split('.');
  if (parts.length !== 4 || parts.some((part) => !/^\d{1,3}$/.test(part) || Number(part) > 255))
    return undefined;
  return parts.reduce((sum, part) => (sum << 8n) | BigInt(part), 0n);
};

const parseIpv6 = (text: string): bigint | undefined => {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const groupsOf = (half: string | undefined) => (half ? half.split(':') : []);
  const head = groupsOf(halves[0]);
  const tail = groupsOf(halves[1]);
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  const groups = [...head, ...Array<string>(halves.length === 1 ? 0 : missing).fill('0'), ...tail];
  if (groups.some((group) => !/^[0-9a-fA-F]{1,4}$/.test(group))) return undefined;
  return groups.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
};

/** Undefined for what is no CIDR; a single address counts as a network of one. */
export const parseNetwork = (text: string): Network | undefined => {
  const [address = '', length] = text.split('/');
  const width = address.includes(':') ? 128 : 32;
  const bits = width === 32 ? parseIpv4(address) : parseIpv6(address);
  const prefix = length === undefined ? width : Number(length);
  if (bits === undefined || !Number.isInteger(prefix) || prefix < 0 || prefix > width) return undefined;
  const host = BigInt(width - prefix);
  return { text, width, prefix, base: (bits >> host) << host };
};

export const overlap = (a: Network, b: Network): boolean => {
  if (a.width !== b.width) return false;
  const host = BigInt(a.width - Math.min(a.prefix, b.prefix));
  return a.base >> host === b.base >> host;
};
