import { describe, expect, it } from 'vitest';
import { escapeName, unescapeName } from '../../../src/kube-schema/cel/escape-names.ts';
import { appendField, appendIndex, appendKey, printPath, rootPath } from '../../../src/kube-schema/path.ts';
import { compileThing, thing } from './support/test-crd.ts';

describe('names of fields in rules', () => {
  it.each([
    ['plain', 'plain'],
    ['a-b.c/d', 'a__dash__b__dot__c__slash__d'],
    ['a__b', 'a__underscores__b'],
    ['namespace', '__namespace__'],
    ['true', '__true__'],
    ['_x', '_x'],
  ])('%s is written %s', (name, escaped) => {
    expect(escapeName(name)).toBe(escaped);
    expect(unescapeName(escaped)).toBe(name);
  });

  it.each(['1a', 'a b', '', 'é', 'a$'])('%j cannot be written', (name) => {
    expect(escapeName(name)).toBeUndefined();
  });

  it.each(['a__nope__b', 'a__if__', '__what__'])('%s is no name', (escaped) => {
    expect(unescapeName(escaped)).toBeUndefined();
  });

  it('leave fields that cannot be written out of the sight of rules, but not their own rules', () => {
    const odd = { type: 'string', 'x-kubernetes-validations': [{ rule: 'self == "x"', message: 'no' }] };
    const resource = compileThing({
      type: 'object',
      properties: { '1a': odd },
      'x-kubernetes-validations': [{ rule: 'size(self) == 1 && self.all(k, k == "1a")', message: 'keys' }],
    });
    expect(resource.validate(thing({ '1a': 'y' }))).toEqual([
      {
        path: 'spec.1a',
        pointer: '/spec/1a',
        reason: 'FieldValueInvalid',
        message: 'Invalid value: "y": no',
      },
    ]);
  });
});

describe('paths', () => {
  it('print fields, positions and keys', () => {
    const path = appendKey(appendIndex(appendField(appendField(rootPath, 'spec'), 'a~b'), 2), 'k/1');
    expect(path).toEqual({ text: 'spec.a~b[2][k/1]', pointer: '/spec/a~0b/2/k~11' });
    expect(printPath(rootPath)).toBe('<nil>');
  });

  it.each([
    ['.a', 'spec.a', '/spec/a'],
    ['.a.b', 'spec.a.b', '/spec/a/b'],
    [".map['it\\'s']", "spec.map[it's]", "/spec/map/it's"],
    [".map['tab\\t']", 'spec.map[tab\t]', '/spec/map/tab\t'],
    ["['a']", 'spec.a', '/spec/a'],
    ['.nowhere', 'spec.nowhere', '/spec/nowhere'],
  ])('of rules lead from %s to %s', (fieldPath, path, pointer) => {
    const resource = compileThing({
      type: 'object',
      properties: {
        a: { type: 'object', properties: { b: { type: 'string' } } },
        map: { type: 'object', additionalProperties: { type: 'string' } },
      },
      'x-kubernetes-validations': [{ rule: 'false', message: 'no', fieldPath }],
    });
    expect(resource.validate(thing({}))[0]).toMatchObject({ path, pointer });
  });
});
