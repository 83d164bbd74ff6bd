import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  applyType,
  makeNamespace,
  mergeType,
  nodePool,
  openWorld,
  poolsIn,
  tableType,
  type World,
} from './api-world.ts';

const widget = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Widget', plural: 'widgets', shortNames: ['wd'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        selectableFields: [{ jsonPath: '.spec.color' }],
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: {
                  color: { type: 'string', default: 'red', enum: ['red', 'blue'] },
                  size: { type: 'integer', minimum: 1 },
                  labels: { type: 'object', additionalProperties: { type: 'string' } },
                },
                'x-kubernetes-validations': [
                  { rule: "self.color != 'blue' || has(self.size)", message: 'blue needs a size' },
                ],
              },
              status: { type: 'object', properties: { phase: { type: 'string' } } },
            },
          },
        },
      },
    ],
  },
};

let world: World;
let widgets: string;
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

beforeAll(async () => {
  world = await openWorld();
  const { code } = await world.api.call('POST', definitions, { body: widget });
  expect(code).toBe(201);
  widgets = `/apis/example.com/v1/namespaces/${await makeNamespace(world.api)}/widgets`;
});
afterAll(() => world.close());

const make = (name: string, spec: object) =>
  world.api.call('POST', widgets, {
    body: { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name }, spec },
  });

describe('a definition', () => {
  it('is established at once, with names filled in', async () => {
    const { body } = await world.api.call('GET', `${definitions}/widgets.example.com`);
    expect(body.spec.names).toMatchObject({ singular: 'widget', listKind: 'WidgetList' });
    expect(
      body.status.conditions.map(({ type, status }: Record<string, string>) => `${type} ${status}`),
    ).toEqual(['NamesAccepted True', 'Established True']);
    expect((await world.api.call('GET', '/apis/example.com/v1')).body.resources[0]).toMatchObject({
      name: 'widgets',
      shortNames: ['wd'],
    });
  });

  it('defaults, prunes and validates its objects', async () => {
    const made = await make('a', { unknown: 1 });
    expect([made.code, made.body.spec]).toEqual([201, { color: 'red' }]);
    const wrong = await make('b', { color: 'green', size: 0 });
    expect(wrong.code).toBe(422);
    expect(wrong.body.details.causes.map(({ field }: { field: string }) => field)).toEqual(
      expect.arrayContaining(['spec.color', 'spec.size']),
    );
    const rule = await make('b', { color: 'blue' });
    expect(rule.body.message).toContain('blue needs a size');
  });

  it('has an age column when it names none, and its own field selectors', async () => {
    await make('big', { color: 'blue', size: 3 });
    const table = await world.api.call('GET', `${widgets}?fieldSelector=spec.color%3Dblue`, {
      accept: tableType,
    });
    expect(table.body.columnDefinitions.map(({ name }: { name: string }) => name)).toEqual(['Name', 'Age']);
    expect(table.body.rows.map(({ cells }: { cells: string[] }) => cells[0])).toEqual(['big']);
  });

  it('lets an applied map not be emptied, only left out', async () => {
    // Upstream's own oddity, seen on 1.35: the emptied map becomes null, and the schema refuses that.
    const apply = (spec: object) =>
      world.api.call('PATCH', `${widgets}/emptied?fieldManager=berth`, {
        type: applyType,
        body: { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'emptied' }, spec },
      });
    expect((await apply({ labels: { a: 'b' } })).code).toBe(201);
    const emptied = await apply({ labels: {} });
    expect([emptied.code, emptied.body.details.causes[0].message]).toEqual([
      422,
      'Invalid value: "null": spec.labels in body must be of type object: "null"',
    ]);
    expect((await apply({})).body.spec).toEqual({ color: 'red' });
  });

  it('that cannot be served is refused', async () => {
    const nameless = { ...widget, metadata: { name: 'other.example.com' } };
    const { code, body } = await world.api.call('POST', definitions, { body: nameless });
    expect([code, body.details.causes[0].field]).toEqual([422, 'metadata.name']);
  });

  it('changes what is served when it changes', async () => {
    const [version] = widget.spec.versions;
    const wider = structuredClone(version!);
    wider.schema.openAPIV3Schema.properties.spec.properties.color.enum.push('green');
    await world.api.call('PATCH', `${definitions}/widgets.example.com`, {
      type: mergeType,
      body: { spec: { versions: [wider] } },
    });
    expect((await make('green', { color: 'green' })).code).toBe(201);
  });

  it('takes its objects with it', async () => {
    await make('held', {});
    await world.api.call('PATCH', `${widgets}/held`, {
      type: mergeType,
      body: { metadata: { finalizers: ['a.b/c'] } },
    });
    await world.api.call('DELETE', `${definitions}/widgets.example.com`);
    await vi.waitFor(async () => {
      const { body } = await world.api.call('GET', widgets);
      expect(body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toEqual([
        'held',
      ]);
    });
    await world.api.call('PATCH', `${widgets}/held`, {
      type: mergeType,
      body: { metadata: { finalizers: null } },
    });
    await vi.waitFor(
      async () => expect((await world.api.call('GET', '/apis/example.com/v1')).code).toBe(404),
      { timeout: 5000 },
    );
    expect((await world.api.call('GET', `${definitions}/widgets.example.com`)).code).toBe(404);
  });
});

const shared = resolve(process.env['BERTH_SHARED_DIR'] ?? '../shared', 'hypershift/crds');
const hasShared = existsSync(shared);
if (!hasShared && !process.env['CI'])
  console.log(`skipped: the definitions of upstream are not in ${shared}`);

describe.skipIf(!hasShared && !process.env['CI'])('the definitions of upstream', () => {
  it('are read from a directory, of one feature set, and parsed once', async () => {
    const real = await openWorld({ crdDirectory: shared });
    try {
      const namespace = await makeNamespace(real.api);
      const { code, body } = await real.api.call('POST', poolsIn(namespace), { body: nodePool('real') });
      expect(code).toBe(201);
      expect(body.spec.management.replace.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
      const wrong = await real.api.call('POST', poolsIn(namespace), {
        body: nodePool('wrong', { replicas: 1, autoScaling: { min: 1, max: 2 } }),
      });
      expect(wrong.body.message).toContain('Both replicas or autoScaling should not be set');
      const crd = `${definitions}/hostedclusters.hypershift.openshift.io`;
      const before = (await real.api.call('GET', crd)).body;
      expect(before.metadata.annotations['release.openshift.io/feature-set']).toBe('Default');
      await real.restart();
      expect((await real.api.call('GET', crd)).body.metadata.resourceVersion).toBe(
        before.metadata.resourceVersion,
      );
    } finally {
      await real.close();
    }
  });
});
