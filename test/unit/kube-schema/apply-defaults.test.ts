import { describe, expect, it } from 'vitest';
import { compileThing, thing } from './support/test-crd.ts';

const resource = compileThing({
  type: 'object',
  properties: {
    size: { type: 'integer', default: 3 },
    mode: { type: 'string', default: 'auto' },
    note: { type: 'string', nullable: true, default: 'none' },
    network: {
      type: 'object',
      default: {},
      properties: { mtu: { type: 'integer', default: 1500 }, name: { type: 'string' } },
    },
    storage: { type: 'object', properties: { class: { type: 'string', default: 'fast' } } },
    list: {
      type: 'array',
      items: { type: 'object', properties: { port: { type: 'integer', default: 80 } } },
    },
    map: { type: 'object', additionalProperties: { type: 'string', default: 'x' } },
    odd: { type: 'object', default: { known: 1, unknown: 2 }, properties: { known: { type: 'integer' } } },
  },
});

const defaulted = (spec: object) => resource.applyDefaults(thing(spec as never))['spec'];

describe('defaults', () => {
  it('fills in absent fields, also inside a default, and prunes a default by its schema', () => {
    expect(defaulted({})).toEqual({
      size: 3,
      mode: 'auto',
      note: 'none',
      network: { mtu: 1500 },
      odd: { known: 1 },
    });
  });

  it('leaves given values alone, also falsy ones', () => {
    expect(defaulted({ size: 0, mode: '', network: { mtu: 9000 } })).toMatchObject({
      size: 0,
      mode: '',
      network: { mtu: 9000 },
    });
  });

  it('does not create an object only to fill its fields', () => {
    expect(defaulted({})).not.toHaveProperty('storage');
    expect(defaulted({ storage: {} })).toMatchObject({ storage: { class: 'fast' } });
  });

  it('takes null for absent unless the field is nullable', () => {
    expect(defaulted({ mode: null, note: null })).toMatchObject({ mode: 'auto', note: null });
  });

  it('reaches the items of lists and the values of maps', () => {
    expect(defaulted({ list: [{}, { port: 1 }], map: { a: null, b: 'y' } })).toMatchObject({
      list: [{ port: 80 }, { port: 1 }],
      map: { a: 'x', b: 'y' },
    });
  });

  it('changes nothing that it is given and shares what stays the same', () => {
    const complete = resource.applyDefaults(thing({}));
    expect(resource.applyDefaults(complete)).toBe(complete);
    const given = Object.freeze(thing(Object.freeze({ list: Object.freeze([Object.freeze({})]) }) as never));
    expect(resource.applyDefaults(given)).toHaveProperty('spec.list.0.port', 80);
    expect(given).toEqual(thing({ list: [{}] }));
  });
});
