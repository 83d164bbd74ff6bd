import { describe, expect, it } from 'vitest';
import { compileThing, thing } from './support/test-crd.ts';

const resource = compileThing({
  type: 'object',
  properties: {
    name: { type: 'string' },
    nullable: { type: 'string', nullable: true },
    list: { type: 'array', items: { type: 'object', properties: { a: { type: 'string' } } } },
    map: { type: 'object', additionalProperties: { type: 'object', properties: { a: { type: 'string' } } } },
    open: {
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      properties: { closed: { type: 'object', properties: { a: { type: 'string' } } } },
    },
    template: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      properties: { spec: { type: 'object', properties: { a: { type: 'string' } } } },
    },
  },
});

const pruned = (spec: object) => resource.prune(thing(spec as never))['spec'];

describe('pruning', () => {
  it('removes unknown fields at every depth', () => {
    expect(pruned({ name: 'x', extra: 1, list: [{ a: 'x', b: 1 }], map: { k: { a: 'x', b: 1 } } })).toEqual({
      name: 'x',
      list: [{ a: 'x' }],
      map: { k: { a: 'x' } },
    });
  });

  it('keeps unknown fields where the schema says so, but not below a field that it names', () => {
    expect(pruned({ open: { any: { deep: 1 }, closed: { a: 'x', b: 1 } } })).toEqual({
      open: { any: { deep: 1 }, closed: { a: 'x' } },
    });
  });

  it('keeps apiVersion, kind and metadata of the object and of embedded resources', () => {
    const template = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p' },
      spec: { a: 'x', b: 1 },
      other: 1,
    };
    const object = resource.prune({ ...thing({ template }), stray: 1 });
    expect(object).toEqual(
      thing({ template: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: { a: 'x' } } }),
    );
  });

  it('removes nulls that the schema does not allow', () => {
    expect(pruned({ name: null, nullable: null })).toEqual({ nullable: null });
  });

  it('names the unknown fields as kube-apiserver does', () => {
    expect(resource.unknownFields(thing({ zz: 1, list: [{}, { b: 1 }], map: { k: { b: 1 } } }))).toEqual([
      'spec.list[1].b',
      'spec.map.k.b',
      'spec.zz',
    ]);
  });

  it('gives the very object back when there is nothing to remove', () => {
    const object = thing({ name: 'x', list: [{ a: 'y' }] });
    expect(resource.prune(object)).toBe(object);
  });

  it('does not take inherited members for fields', () => {
    const hostile = JSON.parse('{"__proto__":{"name":"x"},"constructor":1}');
    expect(JSON.stringify(pruned(hostile))).toBe('{}');
  });
});
