import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileRegex, RegexError } from '../../../src/kube-schema/regex/regex.ts';

const find = (pattern: string, text: string): string | undefined => compileRegex(pattern).find(text);

describe('regular expressions of RE2', () => {
  it.each([
    ['a|ab', 'xab', 'a'],
    ['(a|ab)(c|bcd)', 'abcd', 'abcd'],
    ['a+?', 'aaa', 'a'],
    ['(?U)a+', 'aaa', 'a'],
    ['a{2,3}', 'aaaa', 'aaa'],
    ['a{2,}?', 'aaaa', 'aa'],
    ['(|a)*', 'aa', ''],
    ['(a*)+$', 'baa', 'aa'],
    ['[^a-c]+', 'abcxyz', 'xyz'],
    ['[]a]+', 'x]a', ']a'],
    ['[a-]+', 'x-a', '-a'],
    ['[[:digit:]]+', 'ab12', '12'],
    ['[^[:alpha:]]', 'ab1', '1'],
    ['\\pL+', '1éa2', 'éa'],
    ['\\p{Greek}', 'aβ', 'β'],
    ['\\P{L}', 'a1', '1'],
    ['(?i)straße', 'STRAßE', 'STRAßE'],
    ['(?i)k', '\u212a', '\u212a'],
    ['a(?i)b|c', 'C', 'C'],
    ['(?i:a)b', 'Ab', 'Ab'],
    ['(?s).', '\n', '\n'],
    ['(?m)^b$', 'a\nb\nc', 'b'],
    ['\\bfoo\\b', 'a foo b', 'foo'],
    ['\\Bo', 'foo', 'o'],
    ['\\Aa\\z', 'a', 'a'],
    ['\\x41\\x{1F600}\\101', 'A😀A', 'A😀A'],
    ['\\Qa.b\\E+', 'a.bb', 'a.bb'],
    ['(?P<name>a)(?<other>b)', 'ab', 'ab'],
    ['x{,2}', 'x{,2}', 'x{,2}'],
    ['.', '😀', '😀'],
    ['\\a\\f\\t\\v', '\x07\f\t\v', '\x07\f\t\v'],
  ])('%s finds in %j the text %j', (pattern, text, expected) => {
    expect(find(pattern, text)).toBe(expected);
  });

  it.each([
    ['^a$', 'a\n'],
    ['\\s', '\u00a0'],
    ['\\d', '٣'],
    ['.', '\n'],
  ])('%s finds nothing in %j', (pattern, text) => {
    expect(find(pattern, text)).toBeUndefined();
  });

  it.each([
    ['a**', 'invalid nested repetition operator: `**`'],
    ['*a', 'missing argument to repetition operator: `*`'],
    ['(a', 'missing closing ): `(a`'],
    ['a)', 'unexpected ): `a)`'],
    ['[a', 'missing closing ]: `[a`'],
    ['[z-a]', 'invalid character class range: `z-a`'],
    ['a{1001}', 'invalid repeat count: `{1001}`'],
    ['\\8', 'invalid escape sequence: `\\8`'],
    ['\\', 'trailing backslash at end of expression: ``'],
    ['(?=a)', 'invalid or unsupported Perl syntax: `(?=`'],
    ['\\p{Foo}', 'invalid character class range: `\\p{Foo}`'],
    ['[[:foo:]]', 'invalid character class range: `[:foo:]`'],
    ['(?P<n-x>a)', 'invalid named capture: `(?P<n-x>`'],
  ])('%s is refused', (pattern, reason) => {
    expect(() => compileRegex(pattern)).toThrow(
      new RegExp(`^error parsing regexp: ${RegExp.escape(reason)}$`),
    );
    expect(() => compileRegex(pattern)).toThrow(RegexError);
  });

  it('refuses counted repetitions that multiply beyond bounds', () => {
    expect(() => compileRegex('((a{100}){100}){100}')).toThrow('invalid repeat count');
  });

  it('finds all matches that do not overlap, as many as asked for', () => {
    expect(compileRegex('a*').findAll('baaac', -1)).toEqual(['', 'aaa', '']);
    expect(compileRegex('[0-9]').findAll('1a2b3', 2)).toEqual(['1', '2']);
  });

  const parts = [
    'a',
    'b',
    '[ab]',
    '[^a]',
    '(a|b)',
    '(?:ab)',
    'a*',
    'b+?',
    '(ab)?',
    '(a|b)*',
    '^',
    '$',
    '\\b',
    'a{1,2}',
  ];

  it('agrees with the engine of JavaScript where both have the same rules', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 5 }),
        fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength: 8 }),
        (pieces, text) => {
          const pattern = pieces.join('');
          expect(find(pattern, text)).toBe(new RegExp(pattern).exec(text)?.[0]);
        },
      ),
      { numRuns: 500 },
    );
  });
});
