import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/domain/shared/json.ts';
import { compileThing, printed, thing } from './support/test-crd.ts';

const text = { type: 'string' };

const withRule = (rule: JsonObject, properties: JsonObject = { a: text, b: text }) =>
  compileThing({ type: 'object', properties, 'x-kubernetes-validations': [rule] });

const check = (rule: JsonObject, spec: object, old?: object, properties?: JsonObject) =>
  printed(withRule(rule, properties).validate(thing(spec as never), old && thing(old as never)));

describe('rules', () => {
  it('show their message, or their text without one', () => {
    expect(check({ rule: 'self.a == "x"', message: ' a must be x ' }, { a: 'y' })).toEqual([
      'spec: Invalid value: a must be x',
    ]);
    expect(check({ rule: 'self.a == "x"' }, { a: 'y' })).toEqual([
      'spec: Invalid value: failed rule: self.a == "x"',
    ]);
  });

  it('show the value of a scalar, but not objects and lists', () => {
    const schema = { ...text, 'x-kubernetes-validations': [{ rule: 'self == "x"', message: 'no' }] };
    expect(check({ rule: 'true' }, { a: 'y' }, undefined, { a: schema })).toEqual([
      'spec.a: Invalid value: "y": no',
    ]);
  });

  it.each([
    ['FieldValueInvalid', 'Invalid value: no'],
    ['FieldValueForbidden', 'Forbidden: no'],
    ['FieldValueRequired', 'Required value: no'],
    ['FieldValueDuplicate', 'Duplicate value'],
  ])('carry the reason %s', (reason, message) => {
    const [problem] = withRule({ rule: 'false', message: 'no', reason }).validate(thing({}));
    expect(problem).toMatchObject({ reason, path: 'spec', message });
  });

  it('point at their fieldPath', () => {
    const properties = {
      map: { type: 'object', additionalProperties: { type: 'object', properties: { x: text } } },
    };
    const rule = { rule: 'false', message: 'no', fieldPath: ".map['a.b'].x" };
    const [problem] = withRule(rule, properties).validate(thing({}));
    expect(problem).toMatchObject({ path: 'spec.map[a.b].x', pointer: '/spec/map/a.b/x' });
  });

  it('take their message from an expression unless it fails', () => {
    const rule = { rule: 'self.a == "x"', message: 'plain', messageExpression: '"a is " + self.a' };
    expect(check(rule, { a: 'y' })).toEqual(['spec: Invalid value: a is y']);
    expect(check({ ...rule, messageExpression: 'self.b' }, { a: 'y' })).toEqual([
      'spec: Invalid value: plain',
    ]);
    expect(check({ ...rule, messageExpression: '" "' }, { a: 'y' })).toEqual(['spec: Invalid value: plain']);
  });

  it('compare with the old value only when there is one', () => {
    const rule = { rule: 'self.a == oldSelf.a', message: 'a is immutable' };
    expect(check(rule, { a: 'x' })).toEqual([]);
    expect(check(rule, { a: 'x' }, { a: 'y' })).toEqual(['spec: Invalid value: a is immutable']);
  });

  it('can ask whether there is an old value', () => {
    const rule = {
      rule: 'oldSelf.hasValue() || self.a == "first"',
      message: 'must start as first',
      optionalOldSelf: true,
    };
    expect(check(rule, { a: 'x' })).toEqual(['spec: Invalid value: must start as first']);
    expect(check(rule, { a: 'x' }, { a: 'first' })).toEqual([]);
  });

  it('compare items of map lists with the old item of that key', () => {
    const item = {
      type: 'object',
      required: ['k'],
      properties: { k: text, n: { type: 'integer' } },
      'x-kubernetes-validations': [{ rule: 'self.n >= oldSelf.n', message: 'n may only grow' }],
    };
    const list = {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
      items: item,
    };
    const spec = {
      list: [
        { k: 'b', n: 0 },
        { k: 'a', n: 1 },
      ],
    };
    expect(check({ rule: 'true' }, spec, { list: [{ k: 'a', n: 2 }] }, { list })).toEqual([
      'spec.list[1]: Invalid value: n may only grow',
    ]);
  });

  it('fail with the error of their evaluation', () => {
    expect(check({ rule: 'self.a == "x"', message: 'm' }, {})).toEqual([
      'spec: Invalid value: "object": no such key: a evaluating rule: m',
    ]);
    expect(check({ rule: 'dyn(self.a) < 1' }, { a: 'x' })).toEqual([
      `spec: Invalid value: "object": 'no such overload': call arguments did not match a supported operator, function or macro signature for rule: dyn(self.a) < 1`,
    ]);
  });

  it('wait until types, sizes and required fields are right', () => {
    const schema = { a: { type: 'string', maxLength: 1 }, b: { type: 'string', minLength: 2 } };
    expect(check({ rule: 'false', message: 'no' }, { a: 'xx' }, undefined, schema)).toEqual([
      'spec.a: Too long: may not be more than 1 byte',
      '<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
    ]);
    expect(check({ rule: 'false', message: 'no' }, { b: 'x' }, undefined, schema)).toEqual([
      'spec.b: Invalid value: "x": spec.b in body should be at least 2 chars long',
      'spec: Invalid value: no',
    ]);
  });

  it('see fields whose names are no identifiers under escaped ones', () => {
    const properties = { 'a-b': text, 'a.b': text, 'a/b': text, if: text, a__b: text };
    const rule = {
      rule: 'self.a__dash__b + self.a__dot__b + self.a__slash__b + self.__if__ + self.a__underscores__b == "12345"',
      message: 'no',
    };
    const spec = { 'a-b': '1', 'a.b': '2', 'a/b': '3', if: '4', a__b: '5' };
    expect(check(rule, spec, undefined, properties)).toEqual([]);
  });

  it('see the name of the object at its root', () => {
    const crd = compileThing({
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
      'x-kubernetes-validations': [
        { rule: 'self.metadata.name == "good" && self.kind == "Pod"', message: 'bad' },
      ],
    });
    const pod = (name: string) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name } });
    expect(printed(crd.validate(thing(pod('good'))))).toEqual([]);
    expect(printed(crd.validate(thing(pod('other'))))).toEqual(['spec: Invalid value: bad']);
  });

  it('run inside allOf with the value around it', () => {
    const resource = compileThing({
      type: 'object',
      properties: { a: text },
      allOf: [{ 'x-kubernetes-validations': [{ rule: 'self.a == "x"', message: 'inner' }] }],
    });
    expect(printed(resource.validate(thing({ a: 'y' })))).toEqual(['spec: Invalid value: inner']);
  });

  it('stop when their loops take too many turns', { timeout: 30_000 }, () => {
    const list = { type: 'array', items: { type: 'integer' } };
    const rule = { rule: 'self.list.all(a, self.list.all(b, self.list.all(c, a + b + c >= 0)))' };
    const spec = { list: new Array(200).fill(1) };
    expect(check(rule, spec, undefined, { list })).toEqual([
      '<nil>: Invalid value: "object": validation failed due to running out of cost budget, no further validation rules will be run',
    ]);
  });
});
