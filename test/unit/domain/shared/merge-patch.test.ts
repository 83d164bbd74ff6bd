import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../../src/domain/shared/json.ts';
import { mergePatch } from '../../../../src/domain/shared/merge-patch.ts';
import { sameJson } from '../../../../src/domain/shared/same-json.ts';

afterEach(() => {
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

describe('mergePatch', () => {
  // RFC 7396, appendix A.
  it.each<[JsonValue, JsonValue, JsonValue]>([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('merges %j and %j to %j', (target, patch, result) => {
    expect(mergePatch(target, patch)).toEqual(result);
  });

  it('merges into nothing', () => {
    expect(mergePatch(undefined, { a: { b: null, c: 1 } })).toEqual({ a: { c: 1 } });
  });

  it('never touches prototypes and never copies the keys that reach them', () => {
    const patch = JSON.parse(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"prototype":1,"a":{"__proto__":{"polluted":1},"b":1}}',
    );
    const merged = mergePatch({ a: { c: 2 } }, patch);
    expect(merged).toEqual({ a: { b: 1, c: 2 } });
    expect(Object.keys(merged as object)).toEqual(['a']);
  });

  it('does not take members of Object for members of the target', () => {
    expect(mergePatch({}, { toString: { a: 1 }, valueOf: null })).toEqual({ toString: { a: 1 } });
  });

  it('changes neither argument, and applied twice gives the same as once', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (target, patch) => {
        const [before, change] = [structuredClone(target), structuredClone(patch)];
        const once = mergePatch(target as JsonValue, patch as JsonValue);
        expect(target).toEqual(before);
        expect(patch).toEqual(change);
        expect(mergePatch(once, patch as JsonValue)).toEqual(once);
      }),
    );
  });

  it('leaves members out that are undefined', () => {
    expect(mergePatch({ a: 1 }, { a: undefined })).toEqual({ a: 1 });
  });
});

describe('sameJson', () => {
  it.each([
    [1, 1, true],
    [1, '1', false],
    [null, undefined, false],
    [{}, { a: undefined }, true],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: 1 }, { a: 2 }, false],
    [{ a: 1 }, {}, false],
    [{}, { a: 1 }, false],
    [[1, 2], [1, 2], true],
    [[1, 2], [2, 1], false],
    [[1], [1, 2], false],
    [[1], { 0: 1 }, false],
    [{ a: [{ b: null }] }, { a: [{ b: null }] }, true],
  ])('compares %j and %j: %s', (left, right, same) => {
    expect(sameJson(left, right)).toBe(same);
  });
});
