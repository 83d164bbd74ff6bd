import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/domain/shared/json.ts';
import { compileThing, thing } from './support/test-crd.ts';

const text = { type: 'string' };
const setOf = (items: JsonObject) => ({ type: 'array', 'x-kubernetes-list-type': 'set', items });
const mapList = {
  type: 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['k'],
  items: { type: 'object', required: ['k'], properties: { k: text, v: text } },
};

/** Whether a rule over `self.f` and `self.g` holds. */
const holds = (rule: string, schema: JsonObject, f: unknown, g: unknown = f): boolean => {
  const spec = {
    type: 'object',
    properties: { f: schema, g: schema },
    'x-kubernetes-validations': [{ rule }],
  };
  return compileThing(spec).validate(thing({ f: f as never, g: g as never })).length === 0;
};

describe('values as rules see them', () => {
  it.each<[string, JsonObject, unknown]>([
    ['type(self.f) == int && self.f + 1 == 3', { type: 'integer' }, 2],
    ['type(self.f) == double && self.f == 2.0', { type: 'number' }, 2],
    ['type(self.f) == int', { 'x-kubernetes-int-or-string': true }, 2],
    ['type(self.f) == string', { 'x-kubernetes-int-or-string': true }, '2'],
    ['self.f == duration("90m")', { type: 'string', format: 'duration' }, '1h30m'],
    ['self.f == duration("72h")', { type: 'string', format: 'duration' }, '3 days'],
    [
      'self.f < timestamp("2021-01-01T00:00:00Z")',
      { type: 'string', format: 'date-time' },
      '2020-06-01T00:00:00+02:00',
    ],
    ['self.f.getFullYear() == 2020', { type: 'string', format: 'date' }, '2020-02-29'],
    ['self.f == b"hi"', { type: 'string', format: 'byte' }, 'aGk='],
    [
      'self.f.all(k, self.f[k] == "v") && "a.b" in self.f',
      { type: 'object', additionalProperties: text },
      { 'a.b': 'v' },
    ],
  ])('holds: %s', (rule, schema, value) => {
    expect(holds(rule, schema, value)).toBe(true);
  });

  it('compares objects by their members, whichever side has more of them', () => {
    const object = {
      type: 'object',
      properties: { a: { type: 'object', properties: { x: text } }, b: mapList },
    };
    expect(holds('self.f == self.g', object, { a: { x: '1' } }, { a: { x: '1' } })).toBe(true);
    expect(holds('self.f != self.g', object, { a: { x: '1' } }, { b: [] })).toBe(true);
    expect(holds('self.f != self.g', object, { b: [] }, { a: { x: '1' } })).toBe(true);
  });

  it('compares sets and map lists in any order, plain lists in theirs', () => {
    expect(holds('self.f == self.g', setOf(text), ['a', 'b'], ['b', 'a'])).toBe(true);
    expect(holds('self.f == self.g', setOf(text), ['a', 'b'], ['a', 'c'])).toBe(false);
    const one = { k: 'a', v: '1' };
    const two = { k: 'b', v: '2' };
    expect(holds('self.f == self.g', mapList, [one, two], [two, one])).toBe(true);
    expect(holds('self.f == self.g', mapList, [one, two], [two, { k: 'a', v: '9' }])).toBe(false);
    expect(holds('self.f == self.g', { type: 'array', items: text }, ['a', 'b'], ['b', 'a'])).toBe(false);
  });

  it('adds sets by union and map lists by key', () => {
    expect(holds('self.f + self.g == ["a", "b", "c"]', setOf(text), ['a', 'b'], ['b', 'c'])).toBe(true);
    const merged = '(self.f + self.g).map(i, i.k + i.v) == ["a2", "b1"]';
    expect(
      holds(
        merged,
        mapList,
        [
          { k: 'a', v: '1' },
          { k: 'b', v: '1' },
        ],
        [{ k: 'a', v: '2' }],
      ),
    ).toBe(true);
  });

  it('takes a null field for absent and a null entry for null', () => {
    expect(holds('!has(self.f)', { ...text, nullable: true }, null)).toBe(true);
    const map = { type: 'object', additionalProperties: { ...text, nullable: true } };
    expect(holds('self.f["k"] == null', map, { k: null })).toBe(true);
  });

  it('cannot see unknown fields, but counts them', () => {
    const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { a: text } };
    expect(holds('size(self.f) == 2 && self.f.all(k, k == "a")', open, { a: 'x', z: 1 })).toBe(true);
  });
});
