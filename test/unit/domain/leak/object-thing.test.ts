import { describe, expect, it } from 'vitest';
import { refOf, thingOfObject } from '../../../../src/domain/leak/object-thing.ts';
import type { KubeObject } from '../../../../src/domain/shared/kube-object.ts';

const clusterId = 'cl_01jc8vr3n2e9qsyw6x5m7t4kzd';
const namespace = 'hc-01jc8vr3n2e9qsyw6x5m7t4kzd';
const labels = { 'app.kubernetes.io/managed-by': 'berth', 'berth.io/cluster-id': clusterId };
const namespaceObject = (metadata: Partial<KubeObject['metadata']> = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: namespace, uid: 'u-1', creationTimestamp: '2026-12-01T00:00:00Z', labels, ...metadata },
});

describe('an object with our labels', () => {
  it('is a thing with what it says of itself', () => {
    const object = {
      apiVersion: 'hypershift.openshift.io/v1beta1',
      kind: 'HostedCluster',
      metadata: {
        name: 'payments',
        namespace,
        uid: 'u-2',
        creationTimestamp: '2026-12-01T00:00:00Z',
        labels,
      },
      spec: { infraID: 'b4xk2m7q9ztra' },
    };
    const thing = thingOfObject(object);
    expect(thing).toEqual({
      side: 'managementCluster',
      type: 'HostedCluster',
      id: `${namespace}/payments`,
      name: 'payments',
      clusterId,
      infraId: 'b4xk2m7q9ztra',
      createdAt: '2026-12-01T00:00:00Z',
      uid: 'u-2',
      isProtected: false,
    });
    expect(thing && refOf(thing)).toEqual({
      apiVersion: 'hypershift.openshift.io/v1beta1',
      kind: 'HostedCluster',
      namespace,
      name: 'payments',
    });
  });

  it('is protected by a label or an annotation', () => {
    const protection = { 'berth.io/do-not-delete': '' };
    expect(thingOfObject(namespaceObject({ labels: { ...labels, ...protection } }))?.isProtected).toBe(true);
    expect(thingOfObject(namespaceObject({ annotations: protection }))?.isProtected).toBe(true);
    expect(thingOfObject(namespaceObject())?.isProtected).toBe(false);
  });

  it.each([
    [{ uid: undefined }, 'It has no uid.'],
    [{ name: 'copied' }, 'It is not in the namespace of the cluster that its label names.'],
    [{ labels: { ...labels, 'berth.io/cluster-id': 'mine' } }, 'Its label is not the id of a cluster.'],
  ])('is doubted with %j', (metadata, doubt) => {
    expect(thingOfObject(namespaceObject(metadata as object))?.doubt).toBe(doubt);
  });
});

it.each([
  [undefined],
  [{ 'berth.io/cluster-id': clusterId }],
  [{ 'app.kubernetes.io/managed-by': 'berth' }],
  [{ ...labels, 'app.kubernetes.io/managed-by': 'helm' }],
])('a namespace that is only called like ours is none of ours: %j', (others) => {
  const { labels: _, ...metadata } = namespaceObject().metadata;
  expect(
    thingOfObject({ ...namespaceObject(), metadata: { ...metadata, ...(others && { labels: others }) } }),
  ).toBeUndefined();
});

it('speaks of no other kinds', () => {
  expect(() => refOf({ side: 'managementCluster', type: 'Secret', id: 'a/b', isProtected: false })).toThrow(
    'things of type Secret are not on management clusters',
  );
});
