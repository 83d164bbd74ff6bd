import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/domain/shared/json.ts';
import { compactDefinitions } from '../../../../src/sandbox/api-server/compact-crds.ts';
import { openApiDocument } from '../../../../src/sandbox/api-server/discovery/openapi.ts';
import { groupList, resourceList } from '../../../../src/sandbox/api-server/discovery/resource-lists.ts';
import type { ListField } from '../../../../src/sandbox/api-server/fields/field-type.ts';
import { fieldTypeOf } from '../../../../src/sandbox/api-server/fields/from-schema.ts';
import type { ApiObject } from '../../../../src/sandbox/api-server/objects/api-object.ts';
import { customResourcesOf } from '../../../../src/sandbox/api-server/resources/custom-resource.ts';
import { customResourceDefinitions } from '../../../../src/sandbox/api-server/resources/custom-resource-definitions.ts';
import { createResourceRegistry } from '../../../../src/sandbox/api-server/resources/resource-registry.ts';

const compact = compactDefinitions as readonly ApiObject[];
const [hostedCluster] = customResourcesOf(compact[0]!);
const problems = (object: object, previous?: object) =>
  hostedCluster!.strategy
    .validate(object as ApiObject, previous as ApiObject | undefined)
    .map(({ path, message }) => `${path}: ${message}`);

const valid = {
  apiVersion: 'hypershift.openshift.io/v1beta1',
  kind: 'HostedCluster',
  metadata: { name: 'a' },
  spec: {
    release: { image: 'quay.io/x:1' },
    pullSecret: { name: 'p' },
    platform: { type: 'None' },
    networking: { clusterNetwork: [{ cidr: '10.132.0.0/14' }] },
    etcd: { managementType: 'Managed' },
    services: [{ service: 'APIServer' }],
  },
};

describe('the compact definitions', () => {
  it.each(compact.map((crd) => [crd.metadata.name, crd] as const))('%s is a valid definition', (_, crd) => {
    expect(customResourceDefinitions.strategy.validate(crd, undefined)).toEqual([]);
  });

  it('keep fields that they do not know, and fill in defaults', () => {
    const given = { ...valid, spec: { ...valid.spec, unheardOf: { x: 1 } } } as ApiObject;
    const { object, unknown } = hostedCluster!.strategy.decode(given);
    expect(unknown).toEqual([]);
    expect(hostedCluster!.strategy.applyDefaults(object)['spec']).toMatchObject({
      unheardOf: { x: 1 },
      controllerAvailabilityPolicy: 'HighlyAvailable',
      networking: { networkType: 'OVNKubernetes', serviceNetwork: [{ cidr: '172.31.0.0/16' }] },
    });
  });

  it('refuse what is missing and what may not change', () => {
    expect(problems(valid)).toEqual([]);
    const { platform: _, ...without } = valid.spec;
    expect(problems({ ...valid, spec: without })[0]).toBe('spec.platform: Required value');
    const moved = { ...valid, spec: { ...valid.spec, platform: { type: 'AWS' } } };
    expect(problems(moved, valid)).toEqual([
      'spec.platform.type: Invalid value: "AWS": platform.type is immutable',
    ]);
    const withId = { ...valid, spec: { ...valid.spec, clusterID: 'x' } };
    expect(problems(withId, valid)).toEqual([]);
    expect(problems(valid, withId)[0]).toMatch(/clusterID may not be removed once it is set$/);
  });
});

describe('merge rules from a schema', () => {
  it('tell set, map and atomic lists apart', () => {
    const list = (extra: JsonObject) =>
      fieldTypeOf({ type: 'array', items: { type: 'string' }, ...extra }) as ListField;
    expect(list({}).relation).toBe('atomic');
    expect(list({ 'x-kubernetes-list-type': 'set' }).relation).toBe('set');
    const byKey = list({
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['port', 'protocol'],
      items: { type: 'object', properties: { protocol: { type: 'string', default: 'TCP' } } },
    });
    expect([byKey.relation, byKey.keys, byKey.keyDefaults]).toEqual([
      'map',
      ['port', 'protocol'],
      new Map([['protocol', 'TCP']]),
    ]);
  });

  it('take an embedded resource, an int-or-string and an untyped field for what they are', () => {
    const embedded = fieldTypeOf({ type: 'object', 'x-kubernetes-embedded-resource': true });
    expect(embedded.kind === 'map' && [...embedded.fields.keys()]).toEqual([
      'apiVersion',
      'kind',
      'metadata',
    ]);
    expect(fieldTypeOf({ 'x-kubernetes-int-or-string': true }).kind).toBe('scalar');
    expect(fieldTypeOf({ 'x-kubernetes-preserve-unknown-fields': true }).kind).toBe('free');
  });
});

describe('definitions', () => {
  const crd = (spec: JsonObject, name = 'things.g.io'): ApiObject => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name },
    spec,
  });
  const version = {
    name: 'v1',
    served: true,
    storage: true,
    schema: { openAPIV3Schema: { type: 'object' } },
  };
  const names = { kind: 'Thing', plural: 'things' };
  const check = (spec: JsonObject, name?: string) =>
    customResourceDefinitions.strategy.validate(crd(spec, name), undefined).map(({ path }) => path);

  it('are checked for what serving them needs', () => {
    const good = { group: 'g.io', scope: 'Namespaced', names, versions: [version] };
    expect(check(good)).toEqual([]);
    expect(check({ ...good, group: '' })).toContain('spec.group');
    expect(check(good, 'other.g.io')).toEqual(['metadata.name']);
    expect(check({ ...good, versions: [{ ...version, storage: false }] })).toEqual(['spec.versions']);
    expect(check({ ...good, versions: [{ ...version, schema: {} }] })).toEqual([
      'spec.versions[0].schema.openAPIV3Schema',
    ]);
  });

  it('are served under their names, and no longer when they go', () => {
    const registry = createResourceRegistry();
    for (const definition of compact) registry.define(definition);
    expect(registry.find('hypershift.openshift.io', 'v1beta1', 'nodepools')?.kind).toBe('NodePool');
    expect(registry.findKind('hypershift.openshift.io/v1beta1', 'HostedCluster')?.plural).toBe(
      'hostedclusters',
    );
    registry.undefine('nodepools.hypershift.openshift.io');
    expect(registry.find('hypershift.openshift.io', 'v1beta1', 'nodepools')).toBeUndefined();
  });
});

describe('discovery', () => {
  const registry = createResourceRegistry();
  for (const definition of compact) registry.define(definition);

  it('lists groups and resources with their subresources', () => {
    expect(groupList(registry.all())['groups']).toContainEqual({
      name: 'hypershift.openshift.io',
      versions: [{ groupVersion: 'hypershift.openshift.io/v1beta1', version: 'v1beta1' }],
      preferredVersion: { groupVersion: 'hypershift.openshift.io/v1beta1', version: 'v1beta1' },
    });
    const { resources } = resourceList(registry.all(), 'hypershift.openshift.io/v1beta1') as {
      resources: JsonObject[];
    };
    expect(resources.map(({ name }) => name)).toEqual([
      'hostedclusters',
      'hostedclusters/status',
      'nodepools',
      'nodepools/status',
      'nodepools/scale',
    ]);
    expect(resourceList(registry.all(), 'nope/v1')).toBeUndefined();
  });

  it('tells kubectl by OpenAPI that the server checks fields and does dry runs', () => {
    const { paths } = openApiDocument(registry.all(), 'apis/hypershift.openshift.io/v1beta1') as unknown as {
      paths: Record<string, { patch?: { parameters: { name: string }[]; requestBody: { content: object } } }>;
    };
    const { patch } = paths['/apis/hypershift.openshift.io/v1beta1/namespaces/{namespace}/nodepools/{name}']!;
    expect(patch?.parameters.map(({ name }) => name)).toEqual([
      'dryRun',
      'fieldManager',
      'fieldValidation',
      'force',
    ]);
    expect(Object.keys(patch?.requestBody.content ?? {})).not.toContain(
      'application/strategic-merge-patch+json',
    );
  });
});
