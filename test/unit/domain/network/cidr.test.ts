import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Cidr,
  cidr,
  cidrSize,
  containsIp,
  formatCidr,
  isCidr,
  overlapOf,
  parseCidr,
} from '../../../../src/domain/network/cidr.ts';
import { formatIp, parseIp } from '../../../../src/domain/network/ip.ts';

describe('parseIp', () => {
  it.each([
    ['0.0.0.0', 4, 0n],
    ['10.0.0.1', 4, 167772161n],
    ['255.255.255.255', 4, 4294967295n],
    ['::', 6, 0n],
    ['::1', 6, 1n],
    ['FD01::', 6, 0xfd01n << 112n],
    ['1:2:3:4:5:6:7:8', 6, 0x00010002000300040005000600070008n],
    ['1::8', 6, (1n << 112n) + 8n],
    ['0001:2:3:4:5:6:7::', 6, 0x00010002000300040005000600070000n],
  ] as const)('reads %s', (text, family, value) => {
    expect(parseIp(text)).toEqual({ family, value });
  });

  it.each([
    '',
    '10.0.0',
    '10.0.0.0.0',
    '256.0.0.1',
    '010.0.0.1',
    '10.0.0.01',
    '10.0.0.-1',
    '0x7f.0.0.1',
    ' 10.0.0.1',
    '10.0.0.1\n',
    ':',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7:8::',
    '::10.0.0.1',
    'fe80::1%eth0',
    '12345::',
    'g::',
    ':1::',
  ])('refuses %j', (text) => {
    expect(parseIp(text)).toBeUndefined();
  });
});

describe('formatIp', () => {
  it.each([
    '10.0.0.1',
    '::',
    '::1',
    '1::',
    'fd01::',
    '2001:db8::1:0:0:1',
    '1:0:2:3:4:5:6:7',
    '1:0:0:2:0:0:0:3',
    '1:2:3:4:5:6:7:8',
  ])('writes %s in the shortest form', (text) => {
    const ip = parseIp(text);
    const expected = text === '1:0:0:2:0:0:0:3' ? '1:0:0:2::3' : text;
    expect(ip && formatIp(ip)).toBe(expected);
  });
});

describe('parseCidr', () => {
  it.each(['0.0.0.0/0', '10.0.0.0/8', '10.2.0.0/16', '192.0.2.1/32', '::/0', 'fd01::/48', 'fd01::1/128'])(
    'reads %s',
    (text) => {
      const parsed = parseCidr(text);
      expect(isCidr(parsed) && formatCidr(parsed)).toBe(text);
    },
  );

  it.each([
    '',
    '/',
    '10.0.0.0',
    '10.0.0.0/',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/08',
    '10.0.0.0/8/8',
    '010.0.0.0/16',
    'fd01::/129',
    'fd01::/1e1',
    'example.com/8',
  ])('refuses %j', (text) => {
    expect(parseCidr(text)).toMatchObject({ code: 'invalid-cidr' });
  });

  it('refuses bits behind the prefix and says what was probably meant', () => {
    expect(parseCidr('10.0.0.1/16')).toEqual({
      code: 'host-bits-set',
      detail: 'has bits set behind its prefix; 10.0.0.0/16 is meant?',
      allowed: ['10.0.0.0/16'],
    });
    expect(parseCidr('fd01::1/48')).toMatchObject({ code: 'host-bits-set', allowed: ['fd01::/48'] });
  });
});

it('makes constants, and breaks at once on a bad one', () => {
  expect(cidr('10.0.0.0/8')).toEqual({ family: 4, base: 167772160n, prefix: 8 });
  expect(() => cidr('10.0.0.1/8')).toThrow('10.0.0.1/8 has bits set behind its prefix');
});

it('knows how many addresses a range has and which', () => {
  expect(cidrSize(cidr('10.0.0.0/24'))).toBe(256n);
  expect(cidrSize(cidr('fd01::/64'))).toBe(18446744073709551616n);
  expect(containsIp(cidr('10.0.0.0/24'), { family: 4, value: cidr('10.0.0.9/32').base })).toBe(true);
  expect(containsIp(cidr('10.0.0.0/24'), { family: 4, value: cidr('10.0.1.0/32').base })).toBe(false);
  expect(containsIp(cidr('0.0.0.0/0'), { family: 6, value: 0n })).toBe(false);
});

const ranges: fc.Arbitrary<Cidr> = fc
  .tuple(fc.bigInt(0n, 255n), fc.integer({ min: 24, max: 32 }), fc.constantFrom<4 | 6>(4, 6))
  .map(([value, prefix, family]) => {
    const hostBits = BigInt(32 - prefix);
    const base = (value >> hostBits) << hostBits;
    return family === 4 ? { family, base, prefix } : { family, base, prefix: prefix + 96 };
  });

const addresses = (range: Cidr): Set<string> => {
  const all = Array.from({ length: Number(cidrSize(range)) }, (_, index) => range.base + BigInt(index));
  return new Set(all.map((value) => `${range.family}-${value}`));
};

it('finds exactly the addresses that two ranges share', () => {
  fc.assert(
    fc.property(ranges, ranges, (left, right) => {
      const shared = overlapOf(left, right);
      const expected = addresses(left).intersection(addresses(right));
      expect(shared === undefined ? new Set() : addresses(shared)).toEqual(expected);
      expect(overlapOf(right, left) === undefined).toBe(shared === undefined);
    }),
  );
});

it('reads back what it writes', () => {
  fc.assert(
    fc.property(ranges, fc.bigInt(0n, (1n << 128n) - 1n), (range, value) => {
      expect(parseCidr(formatCidr(range))).toEqual(range);
      expect(parseIp(formatIp({ family: 6, value }))).toEqual({ family: 6, value });
    }),
  );
});
