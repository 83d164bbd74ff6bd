export type IpFamily = 4 | 6;

export interface IpAddress {
  readonly family: IpFamily;
  readonly value: bigint;
}

export const addressBits = { 4: 32, 6: 128 } as const;

const octet = /^(?:0|[1-9][0-9]{0,2})$/;
const group = /^[0-9A-Fa-f]{1,4}$/;

/** Dotted quad. Leading zeros are refused: some readers take them for octal. */
const parseV4 = (text: string): bigint | undefined => {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => octet.test(part) && Number(part) <= 255)) return undefined;
  return parts.reduce((value, part) => value * 256n + BigInt(part), 0n);
};

const parseGroups = (text: string): readonly string[] => (text === '' ? [] : text.split(':'));

/** RFC 4291 section 2.2 without zones and embedded IPv4, which the HostedCluster CRD does not take either. */
const parseV6 = (text: string): bigint | undefined => {
  const [head = '', tail, ...more] = text.split('::');
  if (more.length > 0) return undefined;
  const before = parseGroups(head);
  const after = parseGroups(tail ?? '');
  const missing = 8 - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const groups = [...before, ...Array<string>(missing).fill('0'), ...after];
  if (!groups.every((part) => group.test(part))) return undefined;
  return groups.reduce((value, part) => value * 65536n + BigInt(`0x${part}`), 0n);
};

/** Undefined when the text is no IPv4 or IPv6 address. */
export const parseIp = (text: string): IpAddress | undefined => {
  const family = text.includes(':') ? 6 : 4;
  const value = family === 6 ? parseV6(text) : parseV4(text);
  return value === undefined ? undefined : { family, value };
};

const formatV4 = (value: bigint): string =>
  [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join('.');

/** RFC 5952: lower case, the first longest run of two or more zero groups as `::`. */
const formatV6 = (value: bigint): string => {
  const groups = [112n, 96n, 80n, 64n, 48n, 32n, 16n, 0n].map((shift) =>
    ((value >> shift) & 65535n).toString(16),
  );
  const runs = groups.map((_, start) => {
    const end = groups.findIndex((part, index) => index >= start && part !== '0');
    return (end === -1 ? groups.length : end) - start;
  });
  const longest = Math.max(...runs);
  if (longest < 2) return groups.join(':');
  const start = runs.indexOf(longest);
  return `${groups.slice(0, start).join(':')}::${groups.slice(start + longest).join(':')}`;
};

export const formatIp = ({ family, value }: IpAddress): string =>
  family === 4 ? formatV4(value) : formatV6(value);
