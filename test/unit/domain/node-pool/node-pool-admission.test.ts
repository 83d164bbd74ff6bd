import { describe, expect, it } from 'vitest';
import {
  admitNodePool,
  admitNodePoolUpdate,
  type NodePoolAdmissionContext,
  type NodePoolUpdateContext,
} from '../../../../src/domain/node-pool/node-pool-admission.ts';
import { immutableNodePoolFields } from '../../../../src/domain/node-pool/node-pool-admission-immutable.ts';
import type { NodePoolSpec } from '../../../../src/domain/node-pool/node-pool-spec.ts';
import { at, awsSpec, clusterOf, kubevirtSpec, nodePoolOf } from '../factories.ts';
import { catalogue } from '../release/releases.ts';

const cluster = clusterOf(kubevirtSpec);

const create = (spec: NodePoolSpec, change: Partial<NodePoolAdmissionContext> = {}) =>
  admitNodePool({ cluster, name: 'workers', labels: {}, spec, siblings: [], releases: catalogue, ...change });

const found = (...input: Parameters<typeof create>) =>
  create(...input).map(({ code, pointer }) => `${code} ${pointer}`);

/** The cluster while it goes from 4.20.3 to 4.20.4. */
const upgrading = clusterOf(kubevirtSpec, {
  release: { version: '4.20.4', image: 'x' },
  status: { ...cluster.status, version: { desired: '4.20.4', current: '4.20.3', available: [] } },
});

describe('a new node pool', () => {
  it('has a size of one kind', () => {
    expect(found({ replicas: 0 })).toEqual([]);
    expect(found({ autoscaling: { min: 1, max: 1 } })).toEqual([]);
    expect(create({})).toEqual([
      {
        pointer: '/spec/replicas',
        code: 'required',
        detail: 'Give exactly one of replicas and autoscaling; neither is there.',
      },
    ]);
    expect(create({ replicas: 1, autoscaling: { min: 1, max: 2 } })).toEqual([
      {
        pointer: '/spec/autoscaling',
        code: 'conflict',
        detail: 'Give exactly one of replicas and autoscaling; both are there. In a patch, null removes one.',
      },
    ]);
    expect(create({ autoscaling: { min: 3, max: 2 } })).toEqual([
      {
        pointer: '/spec/autoscaling/min',
        code: 'out-of-range',
        detail: 'autoscaling.min 3 is above autoscaling.max 2.',
      },
    ]);
  });

  it('scales down to none only where that works', () => {
    const autoscaling = { min: 0, max: 3 };
    expect(found({ autoscaling })).toEqual(['out-of-range /spec/autoscaling/min']);
    expect(found({ autoscaling }, { cluster: clusterOf(awsSpec) })).toEqual([]);
  });

  it('has a name and labels that Kubernetes takes, and text that can be seen', () => {
    expect(found({ replicas: 1 }, { name: 'a.b', labels: { 'c d': 'e\u200b' } })).toEqual([
      'unsafe-text /labels/c d',
      'invalid-format /name',
      'invalid-format /labels/c d',
      'invalid-format /labels/c d',
    ]);
  });

  it('has only machine settings of its platform', () => {
    expect(found({ replicas: 1, platform: { cores: 4, memory: '8Gi' } })).toEqual([]);
    expect(create({ replicas: 1, platform: { instanceType: 'm6i.xlarge' } })).toMatchObject([
      {
        pointer: '/spec/platform/instanceType',
        code: 'not-allowed',
        detail: 'Platform kubevirt has no machine setting instanceType.',
        allowed: expect.arrayContaining(['cores', 'memory']),
      },
    ]);
  });

  it('has taints that Kubernetes takes, each once', () => {
    const effect = 'NoSchedule';
    expect(
      found({
        replicas: 1,
        taints: [
          { key: 'dedicated', value: 'gpu', effect },
          { key: 'example.com/a', effect },
          { key: 'dedicated', effect: 'NoExecute' },
        ],
      }),
    ).toEqual([]);
    expect(
      found({
        replicas: 1,
        taints: [
          { key: 'a b', effect },
          { key: 'c', value: 'd e', effect },
          { key: 'c', effect },
        ],
      }),
    ).toEqual([
      'invalid-format /spec/taints/0/key',
      'invalid-format /spec/taints/1/value',
      'duplicate /spec/taints/2',
    ]);
    const taints = Array.from({ length: 51 }, (_, index) => ({ key: `k${index}`, effect }) as const);
    expect(found({ replicas: 1, taints })).toEqual(['out-of-range /spec/taints']);
  });

  it('has a version that is offered and not newer than its control plane, nor too old', () => {
    expect(found({ replicas: 1, version: '4.20.3' })).toEqual([]);
    expect(found({ replicas: 1, version: '4.17.30' })).toEqual([]);
    for (const version of ['4.20.4', '4.21.0', '4.16.30'])
      expect(create({ replicas: 1, version })).toMatchObject([
        {
          pointer: '/spec/version',
          code: 'version-skew',
          detail: expect.stringContaining('allowed is 4.17.0 to 4.20.3'),
        },
      ]);
    expect(found({ replicas: 1, version: '4.20.5' })).toEqual(['unknown-version /spec/version']);
  });

  it('waits with a newer version until the upgrade of its control plane is complete', () => {
    expect(found({ replicas: 1, version: '4.20.4' }, { cluster: upgrading })).toEqual([
      'version-skew /spec/version',
    ]);
    const first = { ...cluster.status, version: { desired: '4.20.4', available: [] } };
    const installing = clusterOf(kubevirtSpec, { release: upgrading.release, status: first });
    expect(found({ replicas: 1, version: '4.20.4' }, { cluster: installing })).toEqual([]);
  });

  it('has room in the pod network beside the pools that stay', () => {
    const small = clusterOf({ ...kubevirtSpec, network: { clusterCidrs: ['10.132.0.0/22'] } });
    const siblings = [
      nodePoolOf({ replicas: 1 }),
      nodePoolOf({ replicas: 9 }, { deletionRequestedAt: at(-1) }),
    ];
    expect(found({ replicas: 1 }, { cluster: small, siblings })).toEqual([]);
    expect(create({ replicas: 2 }, { cluster: small, siblings })).toEqual([
      {
        pointer: '/spec/replicas',
        code: 'out-of-range',
        detail:
          'clusterCidrs 10.132.0.0/22 with hostPrefix 23 has room for 2 nodes; the node pools ask for up to 3.',
      },
    ]);
    expect(found({ autoscaling: { min: 1, max: 2 } }, { cluster: small, siblings })).toEqual([
      'out-of-range /spec/autoscaling/max',
    ]);
    const calico = clusterOf({ ...small.spec, network: { ...small.spec.network, type: 'Calico' } });
    expect(found({ replicas: 9 }, { cluster: calico })).toEqual([]);
  });
});

const update = (before: NodePoolSpec, after: NodePoolSpec, change: Partial<NodePoolUpdateContext> = {}) =>
  admitNodePoolUpdate({
    cluster,
    nodePool: nodePoolOf(before),
    labels: {},
    spec: after,
    siblings: [nodePoolOf(before)],
    releases: catalogue,
    ...change,
  });

const changed = (...input: Parameters<typeof update>) =>
  update(...input).map(({ code, pointer }) => `${code} ${pointer}`);

describe('a change of a node pool', () => {
  it('may scale, switch to autoscaling and back, and set labels, taints and times', () => {
    expect(changed({ replicas: 1 }, { replicas: 5, labels: { a: 'b' }, drainTimeout: 'PT30M' })).toEqual([]);
    expect(changed({ replicas: 1 }, { autoscaling: { min: 1, max: 5 } })).toEqual([]);
    expect(changed({ autoscaling: { min: 1, max: 5 } }, { replicas: 1, pause: true })).toEqual([]);
    expect(changed({ replicas: 1 }, {})).toEqual(['required /spec/replicas']);
  });

  it('may not touch the architecture and the upgrade type; defaults count', () => {
    const management = { upgradeType: 'replace' } as const;
    expect(changed({ replicas: 1 }, { replicas: 1, arch: 'amd64', management })).toEqual([]);
    expect(update({ replicas: 1 }, { replicas: 1, arch: 's390x' })).toEqual([
      {
        pointer: '/spec/arch',
        code: 'immutable',
        detail:
          'arch cannot be changed from amd64 to s390x. The machines of a pool have one architecture. Make another node pool and delete this one.',
        allowed: ['amd64'],
      },
    ]);
    expect(
      changed({ replicas: 1, management }, { replicas: 1, management: { upgradeType: 'inPlace' } }),
    ).toEqual(['immutable /spec/management/upgradeType']);
    expect(immutableNodePoolFields.map(({ pointer }) => pointer)).toEqual([
      '/spec/arch',
      '/spec/management/upgradeType',
    ]);
  });

  it('is checked as a new pool is, but not blamed for what was wrong before', () => {
    const wrong = { replicas: 1, platform: { instanceType: 'm6i.xlarge' } };
    expect(changed(wrong, { ...wrong, replicas: 2 })).toEqual([]);
    expect(changed({ replicas: 1 }, wrong)).toEqual(['not-allowed /spec/platform/instanceType']);
    expect(changed({ replicas: 1 }, { replicas: 1 }, { labels: { 'a b': 'c' } })).toEqual([
      'invalid-format /labels/a b',
    ]);
  });

  it('does not count itself twice in the pod network', () => {
    const small = clusterOf({ ...kubevirtSpec, network: { clusterCidrs: ['10.132.0.0/22'] } });
    const other = nodePoolOf({ replicas: 1 }, { id: 'np_01j5zk3v9hf4n8s2r6t7w0xyag' });
    const siblings = [nodePoolOf({ replicas: 0 }), other];
    expect(changed({ replicas: 0 }, { replicas: 1 }, { cluster: small, siblings })).toEqual([]);
    expect(changed({ replicas: 0 }, { replicas: 2 }, { cluster: small, siblings })).toEqual([
      'out-of-range /spec/replicas',
    ]);
  });

  it('may take a newer version that fits, or follow its control plane again', () => {
    const before = { replicas: 1, version: '4.17.30' };
    const nodePool = nodePoolOf(before, { release: { version: '4.17.30', image: 'x' } });
    const to = (version: string) => changed(before, { replicas: 1, version }, { nodePool });
    expect(to('4.20.3')).toEqual([]);
    expect(to('4.20.4')).toEqual(['version-skew /spec/version']);
    expect(to('4.17.30')).toEqual([]);
    expect(changed(before, { replicas: 1 }, { nodePool })).toEqual([]);
  });

  it('may not go back', () => {
    expect(update({ replicas: 1 }, { replicas: 1, version: '4.17.30' })).toEqual([
      {
        pointer: '/spec/version',
        code: 'downgrade',
        detail: 'A node pool cannot go back from 4.20.3 to 4.17.30; make another one with that version.',
      },
    ]);
    expect(changed({ replicas: 1 }, { replicas: 1, version: '4.16.30' })).toEqual([
      'version-skew /spec/version',
      'downgrade /spec/version',
    ]);
  });
});
