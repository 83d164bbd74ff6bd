import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatGoDuration,
  isoDurationPattern,
  parseIsoDuration,
  toGoDuration,
} from '../../../../src/domain/shared/duration.ts';

test.each([
  ['PT0S', '0s'],
  ['PT45S', '45s'],
  ['PT90S', '1m30s'],
  ['PT30M', '30m0s'],
  ['PT1H', '1h0m0s'],
  ['P1DT2H3M4S', '26h3m4s'],
  ['P2W', '336h0m0s'],
  ['P1D', '24h0m0s'],
])('writes %s as Go writes it: %s', (iso, go) => {
  expect(toGoDuration(iso)).toBe(go);
});

test.each([
  '',
  'P',
  'PT',
  'P1DT',
  'P1M',
  'P1Y',
  'PT1.5S',
  '-PT1S',
  'PT1S1M',
  '30m',
  'P1W2D',
  'pt1s',
  'PT1S\n',
])('takes %j for no duration and leaves it as it is', (text) => {
  expect(parseIsoDuration(text)).toBeUndefined();
  expect(toGoDuration(text)).toBe(text);
});

test('the published pattern and the parser agree', () => {
  const pattern = new RegExp(isoDurationPattern);
  const durations = fc.stringMatching(/^P?([0-9]{1,3}[WDHMS]|T){0,6}$/);
  fc.assert(fc.property(durations, (text) => pattern.test(text) === (parseIsoDuration(text) !== undefined)));
});

test('no second is lost on the way', () => {
  const units = { h: 3600, m: 60, s: 1 } as const;
  const secondsOf = (go: string): number =>
    [...go.matchAll(/(\d+)([hms])/g)].reduce(
      (sum, [, amount, unit]) => sum + Number(amount) * units[unit as keyof typeof units],
      0,
    );
  fc.assert(
    fc.property(fc.nat(10_000_000), (seconds) => {
      expect(secondsOf(formatGoDuration(seconds))).toBe(seconds);
    }),
  );
});
