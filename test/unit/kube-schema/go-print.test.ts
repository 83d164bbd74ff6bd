import { describe, expect, it } from 'vitest';
import { encodeGoJson, printGoFloat, printGoNumber, quoteGo } from '../../../src/kube-schema/go-print.ts';
import { equalJson } from '../../../src/kube-schema/json-equality.ts';

describe('printing as Go does', () => {
  it.each([
    ['a"b\\', '"a\\"b\\\\"'],
    ['\n\t\x07\x00\x7f', '"\\n\\t\\a\\x00\\x7f"'],
    ['é 😀', '"é 😀"'],
    ['\u00a0\u2028\u{e0001}', '"\\u00a0\\u2028\\U000e0001"'],
  ])('quotes %j', (text, quoted) => {
    expect(quoteGo(text)).toBe(quoted);
  });

  it.each([
    [0, '0'],
    [-0, '-0'],
    [0.5, '0.5'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [123456.5, '123456.5'],
    [1234567.5, '1.2345675e+06'],
    [1e21, '1e+21'],
    [Number.NaN, 'NaN'],
    [Number.POSITIVE_INFINITY, '+Inf'],
    [Number.NEGATIVE_INFINITY, '-Inf'],
  ])('prints the float %d', (value, printed) => {
    expect(printGoFloat(value)).toBe(printed);
  });

  it('prints integers in full', () => {
    expect(printGoNumber(123456789)).toBe('123456789');
    expect(printGoNumber(1e21)).toBe('1e+21');
  });

  it('encodes JSON with sorted keys and without HTML characters', () => {
    const value = { b: [1, 1.5, true, null], a: '<&>\u2028', c: undefined, d: { e: 'x' } };
    expect(encodeGoJson(value)).toBe(
      '{"a":"\\u003c\\u0026\\u003e\\u2028","b":[1,1.5,true,null],"d":{"e":"x"}}',
    );
  });
});

describe('equality of JSON', () => {
  it.each([
    [{ a: 1, b: undefined }, { a: 1 }, true],
    [{ a: 1 }, { a: 1, b: null }, false],
    [{ a: 1 }, { b: 1 }, false],
    [[1, { a: [] }], [1, { a: [] }], true],
    [[1, 2], [2, 1], false],
    [[1], [1, 2], false],
    [[], {}, false],
    [null, {}, false],
    ['1', 1, false],
    [{}, JSON.parse('{"__proto__":1}'), false],
  ])('%j and %j: %s', (left, right, expected) => {
    expect(equalJson(left, right)).toBe(expected);
  });
});
