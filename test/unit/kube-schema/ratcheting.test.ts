import { describe, expect, it } from 'vitest';
import { compileThing, printed, thing } from './support/test-crd.ts';

const resource = compileThing(
  {
    type: 'object',
    properties: {
      name: { type: 'string', maxLength: 3 },
      other: { type: 'string' },
      nested: {
        type: 'object',
        'x-kubernetes-validations': [{ rule: 'self.a != "bad"', message: 'a is bad' }],
        properties: { a: { type: 'string' }, b: { type: 'string', pattern: '^b' } },
      },
      items: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['id'],
        items: {
          type: 'object',
          required: ['id'],
          properties: {
            id: { type: 'string' },
            n: {
              type: 'integer',
              maximum: 5,
              'x-kubernetes-validations': [{ rule: 'self != 4', message: 'not four' }],
            },
          },
        },
      },
      atomic: { type: 'array', items: { type: 'integer', maximum: 5 } },
    },
  },
  { type: 'object', properties: { n: { type: 'integer', maximum: 5 } } },
);

const update = (spec: object, old: object) =>
  printed(resource.validate(thing(spec as never), thing(old as never)));

describe('problems of unchanged values on update', () => {
  it('are forgiven for a field while another changes', () => {
    expect(update({ name: 'long', other: 'x' }, { name: 'long' })).toEqual([]);
    expect(update({ name: 'longer' }, { name: 'long' })[0]).toBe(
      'spec.name: Too long: may not be more than 3 bytes',
    );
  });

  it('are forgiven for an item of a map list wherever it moves', () => {
    expect(update({ items: [{ id: 'new' }, { id: 'a', n: 9 }] }, { items: [{ id: 'a', n: 9 }] })).toEqual([]);
    expect(update({ items: [{ id: 'b', n: 9 }] }, { items: [{ id: 'a', n: 9 }] })).toEqual([
      'spec.items[0].n: Invalid value: 9: spec.items[0].n in body should be less than or equal to 5',
    ]);
  });

  it('are forgiven for a plain list only as a whole', () => {
    expect(update({ atomic: [9], other: 'x' }, { atomic: [9] })).toEqual([]);
    expect(update({ atomic: [9, 1] }, { atomic: [9] })).toEqual([
      'spec.atomic[0]: Invalid value: 9: spec.atomic[0] in body should be less than or equal to 5',
    ]);
  });

  it('are forgiven for a rule whose value did not change', () => {
    expect(update({ nested: { a: 'bad' }, other: 'x' }, { nested: { a: 'bad' } })).toEqual([]);
    expect(update({ nested: { a: 'bad', b: 'b' } }, { nested: { a: 'bad' } })).toEqual([
      'spec.nested: Invalid value: a is bad',
    ]);
    expect(update({ items: [{ id: 'x' }, { id: 'a', n: 4 }] }, { items: [{ id: 'a', n: 4 }] })).toEqual([]);
  });

  it('are not forgiven on create', () => {
    expect(printed(resource.validate(thing({ nested: { a: 'bad' } })))).toEqual([
      'spec.nested: Invalid value: a is bad',
    ]);
  });

  it('are forgiven in the status too, and its messages leave the status out', () => {
    const old = thing({ name: 'long' }, { status: { n: 9 } });
    expect(resource.validateStatus(old, old)).toEqual([]);
    const [problem] = resource.validateStatus(thing({ name: 'long' }, { status: { n: 8 } }), old);
    expect(problem).toEqual({
      path: 'status.n',
      pointer: '/status/n',
      reason: 'FieldValueInvalid',
      message: 'Invalid value: 8: n in body should be less than or equal to 5',
    });
  });
});
