import { describe, expect, it } from 'vitest';
import { admitCluster } from '../../../../src/domain/cluster/admission.ts';
import type { ClusterSpec, NewNodePool } from '../../../../src/domain/cluster/cluster-spec.ts';
import { clusterNamespaces } from '../../../../src/domain/cluster/namespace-references.ts';
import { admitNodePool, admitNodePoolUpdate } from '../../../../src/domain/node-pool/node-pool-admission.ts';
import type { NodePoolSpec } from '../../../../src/domain/node-pool/node-pool-spec.ts';
import { clusterOf, kubevirtSpec, nodePoolOf } from '../factories.ts';
import { catalogue } from '../release/releases.ts';

const agents: ClusterSpec = {
  ...kubevirtSpec,
  platform: { type: 'agent', agent: { namespace: 'lab-agents' } },
  dns: { baseDomain: 'example.org' },
  publishing: { apiServerAddress: 'api.example.org' },
};
const pool: NewNodePool = {
  name: 'workers',
  replicas: 1,
  platform: { additionalNetworks: ['lab/storage', 'shared/backup'] },
};

const admit = (spec: ClusterSpec, nodePools: readonly NewNodePool[], open?: readonly string[]) =>
  admitCluster({
    name: 'payments',
    labels: {},
    spec,
    nodePools,
    releases: catalogue,
    domainPrefix: 'payments',
    now: '2026-01-01T00:00:00.000Z',
    known: {
      projectId: 'prj_1',
      isPrefixTaken: false,
      ...(open === undefined ? {} : { openNamespaces: new Set(open) }),
    },
  });

describe('a namespace of the management clusters', () => {
  it('with Agents is refused unless it is open to the tenant', () => {
    const problem = {
      pointer: '/spec/platform/agent/namespace',
      code: 'not-allowed',
      detail:
        'Namespace lab-agents of the management clusters is not open to the tenant; the operator of the fleet can allow it.',
    };
    expect(admit(agents, [])).toEqual([problem]);
    expect(admit(agents, [], ['other'])).toEqual([problem]);
    expect(admit(agents, [], ['lab-agents'])).toEqual([]);
  });

  it('is not asked about when it is refused for its name', () => {
    const reserved: ClusterSpec = {
      ...agents,
      platform: { type: 'agent', agent: { namespace: 'hc-01jc8vr3n2e9qsyw6x5m7t4kzd' } },
    };
    expect(clusterNamespaces(reserved, [])).toEqual([]);
    expect(admit(reserved, []).map(({ code, pointer }) => [code, pointer])).toEqual([
      ['not-allowed', '/spec/platform/agent/namespace'],
    ]);
  });

  it('with networks of machines is refused unless it is open, each with its place', () => {
    expect(admit(kubevirtSpec, [pool], ['lab'])).toEqual([
      {
        pointer: '/spec/nodePools/0/platform/additionalNetworks/1',
        code: 'not-allowed',
        detail:
          'Namespace shared of the management clusters is not open to the tenant; the operator of the fleet can allow it.',
      },
    ]);
    expect(admit(kubevirtSpec, [pool], ['lab', 'shared'])).toEqual([]);
  });

  it('is not one of ours when the machines are on a cluster that the user has the kubeconfig of', () => {
    const external: ClusterSpec = {
      ...kubevirtSpec,
      platform: {
        type: 'kubevirt',
        kubevirt: { externalInfrastructure: { credentialId: 'cr_1', namespace: 'machines' } },
      },
    };
    expect(clusterNamespaces(external, [pool])).toEqual([]);
  });
});

describe('a node pool', () => {
  const cluster = clusterOf(kubevirtSpec);
  const { name: _, ...spec } = pool;
  const changed = (after: NodePoolSpec, open: readonly string[]) =>
    admitNodePoolUpdate({
      cluster,
      nodePool: nodePoolOf(spec),
      labels: {},
      spec: after,
      siblings: [],
      releases: catalogue,
      openNamespaces: new Set(open),
    }).map(({ pointer }) => pointer);

  it('may name networks of open namespaces only', () => {
    const made = { cluster, name: 'workers', labels: {}, spec, siblings: [], releases: catalogue };
    expect(admitNodePool({ ...made, openNamespaces: new Set(['lab', 'shared']) })).toEqual([]);
    expect(admitNodePool(made).map(({ pointer }) => pointer)).toEqual([
      '/spec/platform/additionalNetworks/0',
      '/spec/platform/additionalNetworks/1',
    ]);
  });

  it('keeps what it has when a namespace is closed, and gets nothing new there', () => {
    const more = [...(spec.platform?.additionalNetworks ?? []), 'lab/other'];
    expect(changed({ ...spec, replicas: 2 }, [])).toEqual([]);
    expect(changed({ ...spec, platform: { additionalNetworks: more } }, [])).toEqual([
      '/spec/platform/additionalNetworks/2',
    ]);
    expect(changed({ ...spec, platform: { additionalNetworks: more } }, ['lab'])).toEqual([]);
  });
});
