import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalQuantity, parseQuantity } from '../../../../src/domain/shared/quantity.ts';

test.each([
  ['8Gi', 8_589_934_592n],
  ['1.5Gi', 1_610_612_736n],
  ['500M', 500_000_000n],
  ['12', 12n],
  ['0.5Ki', 512n],
  ['1k', 1000n],
])('reads %s as %i bytes', (text, bytes) => {
  expect(parseQuantity(text)).toBe(bytes);
});

test.each(['', 'Gi', '-1Gi', '+1Gi', '1e3', '1gi', '8 Gi', '0.3', '1m', '1.Gi', '8Gi\n'])(
  'takes %j for no quantity of bytes and leaves it as it is',
  (text) => {
    expect(parseQuantity(text)).toBeUndefined();
    expect(canonicalQuantity(text)).toBe(text);
  },
);

// As k8s.io/apimachinery writes them back.
test.each([
  ['8192Mi', '8Gi'],
  ['1.5Gi', '1536Mi'],
  ['8Gi', '8Gi'],
  ['0.5Ki', '512'],
  ['1000M', '1G'],
  ['1500M', '1500M'],
  ['8589934592', '8589934592'],
  ['8000000000', '8G'],
  ['0Gi', '0'],
  ['1024Ei', '1024Ei'],
])('writes %s as %s', (text, canonical) => {
  expect(canonicalQuantity(text)).toBe(canonical);
});

test('a canonical quantity is the same quantity and stays as it is', () => {
  const suffixes = fc.constantFrom('', 'Ki', 'Mi', 'Gi', 'Ti', 'k', 'M', 'G');
  fc.assert(
    fc.property(fc.nat(100_000), suffixes, (amount, suffix) => {
      const canonical = canonicalQuantity(`${amount}${suffix}`);
      expect(parseQuantity(canonical)).toBe(parseQuantity(`${amount}${suffix}`));
      expect(canonicalQuantity(canonical)).toBe(canonical);
    }),
  );
});
