import { describe, expect, it } from 'vitest';
import { compileThing, printed, thing } from './support/test-crd.ts';

const problemsOf = (schema: object, value: unknown) =>
  printed(
    compileThing({ type: 'object', properties: { f: schema as never } }).validate(
      thing({ f: value as never }),
    ),
  ).filter((line) => !line.startsWith('<nil>: Invalid value: null'));

const text = { type: 'string' };

describe('values against their schema', () => {
  it.each([
    [{ type: 'string' }, 5, 'Invalid value: "integer": spec.f in body must be of type string: "integer"'],
    [{ type: 'integer' }, 1.5, 'Invalid value: "number": spec.f in body must be of type integer: "number"'],
    [{ type: 'boolean' }, 'x', 'Invalid value: "string": spec.f in body must be of type boolean: "string"'],
    [{ type: 'object' }, [], 'Invalid value: "array": spec.f in body must be of type object: "array"'],
    [{ type: 'string' }, null, 'Invalid value: "null": spec.f in body must be of type string: "null"'],
    [
      { type: 'string', minLength: 2 },
      'é',
      'Invalid value: "é": spec.f in body should be at least 2 chars long',
    ],
    [{ type: 'string', maxLength: 1 }, 'ab', 'Too long: may not be more than 1 byte'],
    [{ type: 'string', pattern: '^a+$' }, 'b"', `Invalid value: "b\\"": spec.f in body should match '^a+$'`],
    [{ type: 'string', enum: ['a', 'b'] }, 'c', 'Unsupported value: "c": supported values: "a", "b"'],
    [{ type: 'integer', enum: [1, 2] }, 3, 'Unsupported value: 3: supported values: "1", "2"'],
    [
      { type: 'integer', minimum: 1 },
      0,
      'Invalid value: 0: spec.f in body should be greater than or equal to 1',
    ],
    [
      { type: 'integer', maximum: 1 },
      2,
      'Invalid value: 2: spec.f in body should be less than or equal to 1',
    ],
    [
      { type: 'number', minimum: 0.5, exclusiveMinimum: true },
      0.5,
      'Invalid value: 0.5: spec.f in body should be greater than 0.5',
    ],
    [
      { type: 'number', maximum: 1, exclusiveMaximum: true },
      1,
      'Invalid value: 1: spec.f in body should be less than 1',
    ],
    [{ type: 'integer', multipleOf: 3 }, 4, 'Invalid value: 4: spec.f in body should be a multiple of 3'],
    [
      { type: 'array', items: text, minItems: 1 },
      [],
      'Invalid value: 0: spec.f in body should have at least 1 items',
    ],
    [{ type: 'array', items: text, maxItems: 1 }, ['a', 'b'], 'Too many: 2: must have at most 1 item'],
    [
      { type: 'array', items: text, uniqueItems: true },
      ['a', 'a'],
      `Invalid value: "": spec.f in body shouldn't contain duplicates`,
    ],
    [
      { type: 'object', additionalProperties: text, minProperties: 1 },
      {},
      'Invalid value: 0: spec.f in body should have at least 1 properties',
    ],
    [
      { type: 'object', additionalProperties: text, maxProperties: 0 },
      { a: 'x' },
      'Too many: 1: must have at most 0 items',
    ],
    [{ type: 'string', format: 'uuid' }, 'x', 'Invalid value: "x": spec.f in body must be of type uuid: "x"'],
    [
      { type: 'string', format: 'uuid' },
      5,
      'Invalid value: "int64": spec.f in body must be of type uuid: "int64"',
    ],
  ])('refuses by %j the value %j', (schema, value, message) => {
    expect(problemsOf(schema, value)).toEqual([`spec.f: ${message}`]);
  });

  it('accepts whole numbers for numbers and for integers, and null where allowed', () => {
    expect(problemsOf({ type: 'number' }, 2)).toEqual([]);
    expect(problemsOf({ type: 'integer' }, 2.0)).toEqual([]);
    expect(problemsOf({ type: 'string', nullable: true }, null)).toEqual([]);
  });

  it('ignores formats that Kubernetes ignores', () => {
    expect(problemsOf({ type: 'integer', format: 'int32' }, 2 ** 40)).toEqual([]);
    expect(problemsOf({ type: 'string', format: 'made-up' }, 'x')).toEqual([]);
  });

  it('takes integers and strings for int-or-string, and nothing else', () => {
    const port = { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] };
    expect(problemsOf(port, 80)).toEqual([]);
    expect(problemsOf(port, '80%')).toEqual([]);
    expect(problemsOf(port, true)).toEqual([
      'spec.f: Invalid value: "boolean": spec.f in body must be of type integer,string: "boolean"',
      '<nil>: Invalid value: "": "spec.f" must validate at least one schema (anyOf)',
      'spec.f: Invalid value: "boolean": spec.f in body must be of type integer: "boolean"',
    ]);
  });

  it('tells the best alternative of oneOf and how many fit', () => {
    const either = {
      type: 'object',
      properties: { a: text, b: text },
      oneOf: [{ required: ['a'] }, { required: ['b'] }],
    };
    expect(problemsOf(either, { a: 'x' })).toEqual([]);
    expect(problemsOf(either, {})).toEqual([
      '<nil>: Invalid value: "": "spec.f" must validate one and only one schema (oneOf). Found none valid',
      'spec.f.a: Required value',
    ]);
    expect(problemsOf(either, { a: 'x', b: 'y' })).toEqual([
      '<nil>: Invalid value: "": "spec.f" must validate one and only one schema (oneOf). Found 2 valid alternatives',
    ]);
  });

  it('applies allOf and not', () => {
    const both = {
      type: 'object',
      properties: { a: text, b: text },
      allOf: [{ required: ['a'] }],
      not: { required: ['b'] },
    };
    expect(problemsOf(both, { b: 'x' })).toEqual([
      'spec.f.a: Required value',
      '<nil>: Invalid value: "": "spec.f" must validate all the schemas (allOf). None validated',
      '<nil>: Invalid value: "": "spec.f" must not validate the schema (not)',
    ]);
  });

  it('prints paths and pointers of lists and maps', () => {
    const schema = {
      type: 'object',
      properties: {
        list: { type: 'array', items: { type: 'object', required: ['a/b'], properties: { 'a/b': text } } },
        map: { type: 'object', additionalProperties: { type: 'integer' } },
      },
    };
    const problems = compileThing(schema).validate(thing({ list: [{}, { 'a/b': 1 }], map: { 'k.1': 'x' } }));
    expect(problems.slice(0, 3).map(({ path, pointer, reason }) => ({ path, pointer, reason }))).toEqual([
      { path: 'spec.list[0].a/b', pointer: '/spec/list/0/a~1b', reason: 'FieldValueRequired' },
      { path: 'spec.list[1].a/b', pointer: '/spec/list/1/a~1b', reason: 'FieldValueTypeInvalid' },
      { path: 'spec.map.k.1', pointer: '/spec/map/k.1', reason: 'FieldValueTypeInvalid' },
    ]);
  });

  it('lists the values that an enumeration allows', () => {
    const [problem] = compileThing({
      type: 'object',
      properties: { f: { type: 'string', enum: ['a', 'b'] } },
    }).validate(thing({ f: 'c' }));
    expect(problem?.allowed).toEqual(['a', 'b']);
  });

  it('finishes with a pattern that makes backtracking engines hang', () => {
    const schema = { type: 'string', pattern: '^(a+)+$' };
    expect(problemsOf(schema, `${'a'.repeat(5000)}!`)).toHaveLength(1);
    expect(problemsOf(schema, 'a'.repeat(5000))).toEqual([]);
  });

  it('tells what is wrong with a pattern instead of passing over it', () => {
    expect(problemsOf({ type: 'string', pattern: '(?=a)' }, 'a')).toEqual([
      'spec.f: Invalid value: "a": spec.f in body should match \'(?=a), but pattern is invalid: error parsing regexp: invalid or unsupported Perl syntax: `(?=`\'',
    ]);
  });
});
