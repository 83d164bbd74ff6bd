import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareVersions,
  minorName,
  minorOrdinal,
  parseVersion,
} from '../../../../src/domain/release/version.ts';

describe('parseVersion', () => {
  it('reads releases and prereleases', () => {
    expect(parseVersion('4.20.3')).toEqual({ major: 4, minor: 20, patch: 3, prerelease: [] });
    expect(parseVersion('4.20.0-rc.1')).toEqual({ major: 4, minor: 20, patch: 0, prerelease: ['rc', '1'] });
  });

  it.each(['', '4', '4.20', '4.20.', '04.20.3', '4.20.03', 'v4.20.3', '4.20.3-', '4.20.3-rc..1', '4.20.3+x'])(
    'refuses %j',
    (text) => {
      expect(parseVersion(text)).toBeUndefined();
    },
  );
});

describe('minors', () => {
  it.each([
    ['4.14', 14],
    ['4.20.3', 20],
    ['4.23', 23],
    ['5.0', 23],
    ['5.0.1-rc.0', 23],
    ['5.1', 24],
    ['3.11', undefined],
    ['6.0.0', undefined],
    ['latest', undefined],
  ])('place %s in the line of minors', (text, ordinal) => {
    expect(minorOrdinal(text)).toBe(ordinal);
  });

  it('have a usual name', () => {
    expect([14, 23, 24].map(minorName)).toEqual(['4.14', '4.23', '5.1']);
  });
});

describe('compareVersions', () => {
  it('sorts as semantic versions do, with 5.0 in the place of 4.23', () => {
    const sorted = [
      'latest',
      '4.9.9',
      '4.20.0-ec.4',
      '4.20.0-rc',
      '4.20.0-rc.0',
      '4.20.0-rc.0.x',
      '4.20.0-rc.2',
      '4.20.0-rc.10',
      '4.20.0-rc.x',
      '4.20.0',
      '4.20.10',
      '4.22.1',
      '4.23.1',
      '5.0.2',
      '4.23.3',
      '5.1.0',
      '6.0.0',
    ];
    expect(sorted.toReversed().sort(compareVersions)).toEqual(sorted);
  });

  it('takes 5.0.3 and 4.23.3 for the same', () => {
    expect(compareVersions('5.0.3', '4.23.3')).toBe(0);
  });

  it('compares words of prereleases as text', () => {
    expect(compareVersions('4.20.0-rc.1', '4.20.0-ec.9')).toBe(1);
    expect(compareVersions('4.20.0-ec.9', '4.20.0-rc.1')).toBe(-1);
  });

  it('is an order', () => {
    const versions = fc.constantFrom(
      '4.20.0',
      '4.20.0-rc.1',
      '4.20.0-rc.b',
      '4.20.0-rc',
      '4.23.0',
      '5.0.0',
      '5.1.2',
      '7.0.0',
      'x',
    );
    fc.assert(
      fc.property(versions, versions, versions, (a, b, c) => {
        expect(compareVersions(a, a)).toBe(0);
        expect(compareVersions(a, b) + compareVersions(b, a)).toBe(0);
        if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0)
          expect(compareVersions(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });
});
