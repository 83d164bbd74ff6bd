import { describe, expect, it } from 'vitest';
import { compileThing, printed, thing } from './support/test-crd.ts';

const resource = compileThing({
  type: 'object',
  properties: {
    set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
    ports: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['port', 'protocol'],
      items: {
        type: 'object',
        required: ['port'],
        properties: { port: { type: 'integer' }, protocol: { type: 'string', default: 'TCP' } },
      },
    },
    named: {
      type: 'object',
      additionalProperties: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
        items: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      },
    },
  },
});

const problemsOf = (spec: object, old?: object) =>
  printed(resource.validate(thing(spec as never), old && thing(old as never)));

describe('set and map lists', () => {
  it('refuses a value twice in a set, once for each value', () => {
    expect(problemsOf({ set: ['a', 'b', 'a', 'a', 'b'] })).toEqual([
      'spec.set[2]: Duplicate value: "a"',
      'spec.set[4]: Duplicate value: "b"',
    ]);
  });

  it('refuses items with the same keys, whatever else they hold', () => {
    expect(
      problemsOf({
        ports: [
          { port: 1, protocol: 'TCP' },
          { port: 1, protocol: 'UDP' },
          { protocol: 'TCP', port: 1 },
        ],
      }),
    ).toEqual(['spec.ports[2]: Duplicate value: {"port":1,"protocol":"TCP"}']);
  });

  it('prints the key of the map around a list in brackets', () => {
    const [problem] = resource.validate(thing({ named: { 'a.b': [{ name: 'x' }, { name: 'x' }] } }));
    expect(problem).toEqual({
      path: 'spec.named[a.b][1]',
      pointer: '/spec/named/a.b/1',
      reason: 'FieldValueDuplicate',
      message: 'Duplicate value: {"name":"x"}',
    });
  });

  it('forgives duplicates in an object that already had some', () => {
    expect(problemsOf({ set: ['a', 'a', 'b'] }, { set: ['x', 'x'] })).toEqual([]);
    expect(problemsOf({ set: ['a', 'a'] }, { set: ['a'] })).toEqual(['spec.set[1]: Duplicate value: "a"']);
  });
});
