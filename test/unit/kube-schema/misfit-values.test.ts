import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/domain/shared/json.ts';
import { compileThing, printed, thing } from './support/test-crd.ts';

/**
 * A value that does not fit its schema can only be met by a rule on update, when it was there before and is forgiven.
 */
const meet = (rule: string, schema: JsonObject, value: JsonValue): readonly string[] => {
  const resource = compileThing({
    type: 'object',
    properties: { f: schema, other: { type: 'string' } },
    'x-kubernetes-validations': [{ rule, message: 'm' }],
  });
  return printed(resource.validate(thing({ f: value, other: 'new' }), thing({ f: value })));
};

const failure = (text: string) => [`spec: Invalid value: "object": ${text} evaluating rule: m`];

describe('values that do not fit their schema', () => {
  it.each<[JsonObject, JsonValue, string]>([
    [{ type: 'string' }, 5, 'invalid data, expected string, got int64'],
    [{ type: 'string' }, 1.5, 'invalid data, expected string, got float64'],
    [{ type: 'string' }, [], 'invalid data, expected string, got []interface {}'],
    [{ type: 'string' }, {}, 'invalid data, expected string, got map[string]interface {}'],
    [{ type: 'integer' }, 'x', 'invalid data, expected int, got string'],
    [{ type: 'number' }, true, 'invalid data, expected float, got bool'],
    [{ type: 'boolean' }, 'x', 'invalid data, expected bool, got string'],
    [{ type: 'object' }, 'x', 'invalid data, expected a map for the provided schema with type=object'],
    [
      { type: 'array', items: { type: 'string' } },
      'x',
      'invalid data, expected an array for the provided schema with type=array',
    ],
    [
      { 'x-kubernetes-int-or-string': true },
      true,
      'invalid data, expected XIntOrString value to be either a string or integer',
    ],
    [{ type: 'string', format: 'duration' }, 'x', 'Invalid duration x: unable to parse x as duration'],
    [{ type: 'string', format: 'date' }, 'x', 'Invalid date formatted string x'],
    [{ type: 'string', format: 'date-time' }, 'x', 'Invalid date-time formatted string x'],
    [{ type: 'string', format: 'byte' }, '%%%%', 'Invalid byte formatted string %%%%'],
  ])('fail a rule that looks at them: %j and %j', (schema, value, text) => {
    expect(meet('type(self.f) == string', schema, value)).toEqual(failure(text));
  });

  it('fail no rule that is decided without them', () => {
    const list = { type: 'array', items: { type: 'string' } };
    expect(meet('self.f.exists(i, i == "a")', list, [5, 'a'])).toEqual([]);
    expect(meet('self.f.all(i, i == "a")', list, [5, 'a'])).toEqual(
      failure('invalid data, expected string, got int64'),
    );
    expect(meet('self.f.all(i, i == "b" || true)', list, [5, null])).toEqual([]);
  });

  it('equal nothing in sets and map lists', () => {
    const set = { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } };
    expect(meet('self.f != self.f', set, [5])).toEqual([]);
    expect(meet('size(self.f + self.f) == 2', { ...set, 'x-kubernetes-list-type': 'atomic' }, [5])).toEqual(
      [],
    );
  });
});

describe('data without a type', () => {
  it('can be compared, but not with anything else', () => {
    const free = { type: 'object', additionalProperties: { 'x-kubernetes-preserve-unknown-fields': true } };
    const resource = compileThing({
      type: 'object',
      properties: {
        inner: {
          type: 'object',
          properties: { f: free },
          'x-kubernetes-validations': [{ rule: 'self == self' }],
        },
      },
    });
    expect(resource.validate(thing({ inner: { f: { a: { deep: [1] } } } }))).toEqual([]);
  });

  it('has no rules of its own, nor has what is in it', () => {
    const resource = compileThing({
      type: 'object',
      properties: {
        list: {
          type: 'array',
          items: { 'x-kubernetes-preserve-unknown-fields': true },
          'x-kubernetes-validations': [{ rule: 'false' }],
        },
      },
    });
    expect(resource.validate(thing({ list: [1] }))).toEqual([]);
  });
});
