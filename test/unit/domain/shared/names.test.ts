import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chooseDomainPrefix,
  dnsLabelPattern,
  infraIdOf,
  isDnsName,
  isDomainPrefix,
  isLabelKey,
  isLabelValue,
  longestDerivedName,
  uniqueDomainPrefix,
} from '../../../../src/domain/shared/names.ts';
import { clusterId } from '../factories.ts';

describe('names', () => {
  it.each([
    ['a', true],
    ['example.com', true],
    ['a-b.c-d', true],
    ['', false],
    ['a..b', false],
    ['-a.b', false],
    ['A.b', false],
    ['a_b', false],
    [`${'a'.repeat(63)}.b`, true],
    [`${'a'.repeat(64)}.b`, false],
    [Array(127).fill('a').join('.'), true],
    [Array(128).fill('a').join('.'), false],
  ])('know whether %s is a DNS name', (text, isName) => {
    expect(isDnsName(text)).toBe(isName);
  });

  it.each([
    ['env', true],
    ['app.kubernetes.io/name', true],
    ['A_b.c-9', true],
    ['a'.repeat(63), true],
    ['a'.repeat(64), false],
    ['', false],
    ['/a', false],
    ['a/', false],
    ['a/b/c', false],
    ['Example.com/a', false],
    ['-a', false],
    ['a b', false],
    ['ä', false],
  ])('know whether %j is a label key', (key, isKey) => {
    expect(isLabelKey(key)).toBe(isKey);
  });

  it.each([
    ['', true],
    ['a', true],
    ['A_b.c-9', true],
    ['a'.repeat(64), false],
    ['a.', false],
    ['a/b', false],
    ['a\n', false],
  ])('know whether %j is a label value', (value, isValue) => {
    expect(isLabelValue(value)).toBe(isValue);
  });

  it.each([
    ['payments', true],
    ['exactly-fifteen', true],
    ['sixteen-is-long-', false],
    ['sixteen-is-longg', false],
    ['a.b', false],
    ['', false],
  ])('know whether %j is a domain prefix', (text, isPrefix) => {
    expect(isDomainPrefix(text)).toBe(isPrefix);
  });
});

describe('chooseDomainPrefix', () => {
  it('takes a name that fits', () => {
    expect(chooseDomainPrefix('exactly-fifteen', clusterId)).toBe('exactly-fifteen');
  });

  it('shortens a name that does not, and makes it unique with the id', () => {
    expect(chooseDomainPrefix('a-name-of-some-length', clusterId)).toBe('a-name-of-0xyab');
    expect(chooseDomainPrefix('payments-production', clusterId)).toBe('payments-0xyab');
  });

  it('has another one for a name whose prefix is taken', () => {
    expect(uniqueDomainPrefix('payments', clusterId)).toBe('payments-0xyab');
    expect(uniqueDomainPrefix('a-------b-c', clusterId)).toBe('a-------b-0xyab');
    expect(uniqueDomainPrefix('a--------b', clusterId)).toBe('a-0xyab');
  });
});

describe('infraIdOf', () => {
  it('is b and twelve characters that come from the id', () => {
    expect(infraIdOf('cl_01jzc8w2q5e8rv9n3k7m4x6t0b')).toBe('bjvdthue5g2al');
  });

  it('is another one for another id', () => {
    expect(infraIdOf(clusterId.replace(/b$/, 'c'))).not.toBe(infraIdOf(clusterId));
  });
});

const dnsLabels = fc.stringMatching(new RegExp(dnsLabelPattern));
const ids = fc.stringMatching(/^cl_[0-7][0-9a-hjkmnp-tv-z]{25}$/);

it('derives names that fit, from any name and id', () => {
  fc.assert(
    fc.property(dnsLabels, ids, fc.boolean(), (name, id, isTaken) => {
      const prefix = isTaken ? uniqueDomainPrefix(name, id) : chooseDomainPrefix(name, id);
      expect(isDomainPrefix(prefix)).toBe(true);
      expect(longestDerivedName(prefix, id)).toMatch(/^hc-[0-9a-z]{26}-[-0-9a-z]{1,15}$/);
      expect(infraIdOf(id)).toMatch(/^b[a-z2-7]{12}$/);
    }),
  );
});
