import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { platformTypes } from '../../../../src/domain/platforms/platform-specs.ts';
import { platformOf } from '../../../../src/domain/platforms/platforms.ts';
import type { JsonObject } from '../../../../src/domain/shared/json.ts';
import { type CompiledResource, compileCrd } from '../../../../src/kube-schema/kube-schema.ts';
import { hasShared, readShared } from '../fixtures/shared-files.ts';
import { nodePoolSpecs } from './node-pool-arbitraries.ts';
import { clusterOf, findObject, nodePoolOf, render, renderPool, specOf } from './samples.ts';
import { clusterSpecs } from './spec-arbitraries.ts';

/** Platforms whose blocks are being written. */
const unfinished: readonly string[] = [];
const finished = platformTypes.filter((type) => !unfinished.includes(type));

const readCrd = (file: string): CompiledResource => {
  const [resource] = compileCrd(parse(readShared(`hypershift/crds/${file}`)));
  if (resource === undefined) throw new Error(`${file} serves no version`);
  return resource;
};

const wire = (object: unknown): JsonObject => JSON.parse(JSON.stringify(object));

/** What a management cluster would say of an object: fields that it does not know, and problems. */
const findFaults = (crd: CompiledResource, object: JsonObject, old?: JsonObject): readonly string[] => [
  ...crd.unknownFields(object),
  ...crd
    .validate(crd.applyDefaults(object), old && crd.applyDefaults(old))
    .map(({ path, message }) => `${path} ${message}`),
];

describe.runIf(hasShared())('against the CRDs of HyperShift', () => {
  let hostedClusters: CompiledResource;
  let nodePools: CompiledResource;
  let previewHostedClusters: CompiledResource;
  let previewNodePools: CompiledResource;
  beforeAll(() => {
    hostedClusters = readCrd('hostedclusters-Hypershift-Default.crd.yaml');
    nodePools = readCrd('nodepools-Default.crd.yaml');
    previewHostedClusters = readCrd('hostedclusters-Hypershift-TechPreviewNoUpgrade.crd.yaml');
    previewNodePools = readCrd('nodepools-TechPreviewNoUpgrade.crd.yaml');
  });

  const hostedClusterOf = (spec: ReturnType<typeof specOf>): JsonObject =>
    wire(findObject(render(clusterOf(spec)), 'HostedCluster'));

  test.each(finished)('every HostedCluster on %s is admitted', (type) => {
    const crd = platformOf(type).isPreview ? previewHostedClusters : hostedClusters;
    fc.assert(
      fc.property(clusterSpecs(type), (spec) => {
        expect(findFaults(crd, hostedClusterOf(spec))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test.each(finished)('every NodePool on %s is admitted', (type) => {
    const crd = platformOf(type).isPreview ? previewNodePools : nodePools;
    fc.assert(
      fc.property(nodePoolSpecs(type), (nodePool) => {
        const object = wire(renderPool(nodePoolOf(nodePool), clusterOf(specOf(type))));
        expect(findFaults(crd, object)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('a fault would be found', () => {
    const object = hostedClusterOf(specOf('none', { publishing: { apiServerAddress: 'nowhere' } }));
    expect(findFaults(hostedClusters, object).join('\n')).toContain('address must be a valid hostname');
  });

  test('applying again is admitted after the operator has filled in the base domain of kubevirt', () => {
    const ours = hostedClusterOf(specOf('kubevirt'));
    const spec = ours['spec'] as JsonObject;
    const stored = { ...ours, spec: { ...spec, dns: { baseDomain: 'apps.example.org' } } };
    expect(findFaults(hostedClusters, stored, ours)).toEqual([]);
    // The apply leaves what is not ours: the object stays as it is stored.
    expect(findFaults(hostedClusters, stored, stored)).toEqual([]);
    const emptied = { ...ours, spec: { ...spec, dns: { baseDomain: '' } } };
    expect(findFaults(hostedClusters, emptied, stored).join('\n')).toContain('baseDomain is immutable');
  });

  test('a change of what may change is admitted', () => {
    const before = hostedClusterOf(specOf('kubevirt', { paused: true, sshPublicKey: 'ssh-rsa AAAA' }));
    const after = hostedClusterOf(specOf('kubevirt', { autoscaling: { maxNodesTotal: 5 } }));
    expect(findFaults(hostedClusters, after, before)).toEqual([]);
  });
});
