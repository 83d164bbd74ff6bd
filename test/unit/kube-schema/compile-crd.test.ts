import { describe, expect, it } from 'vitest';
import { compileCrd } from '../../../src/kube-schema/kube-schema.ts';
import { compileThing, crdOf, printed, thing } from './support/test-crd.ts';

const version = (name: string, served: boolean) => ({
  name,
  served,
  storage: name === 'v2',
  subresources: {
    scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n', labelSelectorPath: '.status.s' },
  },
  additionalPrinterColumns: [
    {
      name: 'Size',
      type: 'integer',
      jsonPath: '.spec.n',
      priority: 1,
      description: 'how many',
      format: 'int32',
    },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  ],
  schema: { openAPIV3Schema: { type: 'object' } },
});

describe('a CRD', () => {
  it('gives one resource for each served version, with what clients need to know', () => {
    const names = {
      kind: 'Widget',
      listKind: 'WidgetList',
      plural: 'widgets',
      shortNames: ['w'],
      categories: ['all'],
    };
    const versions = [version('v1', true), version('v2', true), version('v3', false)];
    const resources = compileCrd({ spec: { group: 'x.io', scope: 'Cluster', names, versions } });
    expect(resources.map((resource) => [resource.version, resource.isStorage])).toEqual([
      ['v1', false],
      ['v2', true],
    ]);
    expect(resources[0]).toMatchObject({
      group: 'x.io',
      kind: 'Widget',
      listKind: 'WidgetList',
      plural: 'widgets',
      singular: 'widget',
      shortNames: ['w'],
      categories: ['all'],
      scope: 'Cluster',
      hasStatus: false,
      scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n', labelSelectorPath: '.status.s' },
      printerColumns: [
        {
          name: 'Size',
          type: 'integer',
          jsonPath: '.spec.n',
          priority: 1,
          description: 'how many',
          format: 'int32',
        },
        { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
      ],
      schema: { type: 'object' },
    });
  });

  it('keeps the raw schema of a resource', () => {
    const spec = { type: 'object', properties: { a: { type: 'string' } } };
    expect(compileThing(spec).schema).toHaveProperty('properties.spec', spec);
    expect(compileThing(spec).hasStatus).toBe(true);
  });

  it('without anything in it compiles to nothing', () => {
    expect(compileCrd({})).toEqual([]);
    expect(
      compileCrd({ ...crdOf({ type: 'object' }), spec: { versions: [{ name: 'v1', served: true }] } }),
    ).toHaveLength(1);
  });
});

describe('the scale subresource', () => {
  const resource = compileThing(
    { type: 'object', properties: { n: { type: 'integer' } } },
    { type: 'object', properties: { n: { type: 'integer' } } },
    { status: {}, scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' } },
  );

  it('bounds the counts that it serves', () => {
    expect(printed(resource.validate(thing({ n: -1 })))).toEqual([
      '.spec.n: Invalid value: -1: should be a non-negative integer',
    ]);
    expect(printed(resource.validate(thing({ n: 2 ** 31 })))).toEqual([
      '.spec.n: Invalid value: 2147483648: should be less than or equal to 2147483647',
    ]);
    expect(resource.validate(thing({ n: 'x' })).map(({ path }) => path)).toEqual(['spec.n', '<nil>']);
  });

  it('looks only at the status when the status is written', () => {
    const old = thing({ n: -1 });
    expect(printed(resource.validateStatus(thing({ n: -1 }, { status: { n: -2 } }), old))).toEqual([
      '.status.n: Invalid value: -2: should be a non-negative integer',
    ]);
  });
});

describe('embedded resources', () => {
  const template = {
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
  };
  const resource = compileThing({
    type: 'object',
    properties: {
      list: { type: 'array', items: template },
      map: { type: 'object', additionalProperties: template },
    },
  });

  it('must say what they are', () => {
    const spec = { list: [{ kind: '9x', metadata: 5 }], map: { k: { apiVersion: 'a/b/c', kind: '' } } };
    expect(printed(resource.validate(thing(spec))).slice(0, 5)).toEqual([
      'spec.list[0].apiVersion: Required value',
      expect.stringMatching(/^spec\.list\[0\]\.kind: Invalid value: "9x": may have mixed case/),
      'spec.list[0].metadata: Invalid value: 5: must be an object',
      'spec.map[k].apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
      'spec.map[k].kind: Invalid value: "": must not be empty',
    ]);
    expect(printed(resource.validate(thing({ list: [{ apiVersion: 5, kind: 'Pod' }] })))).toEqual([
      'spec.list[0].apiVersion: Invalid value: 5: must be a string',
    ]);
    expect(resource.validate(thing({ list: [{ apiVersion: 'v1', kind: 'Pod', metadata: {} }] }))).toEqual([]);
  });
});
