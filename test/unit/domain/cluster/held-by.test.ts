import { describe, expect, it } from 'vitest';
import { heldBy } from '../../../../src/domain/cluster/held-by.ts';
import type { KubeObject } from '../../../../src/domain/shared/kube-object.ts';

const deleting = (kind: string, change: { finalizers?: string[]; conditions?: object[] }): KubeObject =>
  ({
    apiVersion: 'v1',
    kind,
    metadata: {
      name: 'one',
      deletionTimestamp: '2026-01-01T00:00:00Z',
      ...(change.finalizers === undefined ? {} : { finalizers: change.finalizers }),
    },
    status: { conditions: change.conditions ?? [] },
  }) as unknown as KubeObject;

describe('what holds an object that is being deleted', () => {
  it('is named by its foreign finalizers, not by those of the operator', () => {
    const object = deleting('HostedCluster', {
      finalizers: ['hypershift.openshift.io/finalizer', 'example.com/hold', 'openshift.io/destroy-cluster'],
    });
    expect(heldBy(object)).toBe(
      'HostedCluster one: finalizers example.com/hold, openshift.io/destroy-cluster',
    );
  });

  it('is what the namespace controller says of contents that remain', () => {
    const message =
      'Some content in the namespace has finalizers remaining: example.com/hold in 1 resource instances';
    const object = deleting('Namespace', {
      conditions: [
        {
          type: 'NamespaceDeletionDiscoveryFailure',
          status: 'False',
          message: 'All resources successfully discovered',
        },
        { type: 'NamespaceFinalizersRemaining', status: 'True', message },
      ],
    });
    expect(heldBy(object)).toBe(`Namespace one: ${message}`);
  });

  it('is nothing while only the operator is at work, or while nobody deletes it', () => {
    expect(
      heldBy(deleting('HostedCluster', { finalizers: ['hypershift.openshift.io/finalizer'] })),
    ).toBeUndefined();
    const present = {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'one', finalizers: ['example.com/hold'] },
    };
    expect(heldBy(present)).toBeUndefined();
  });
});
