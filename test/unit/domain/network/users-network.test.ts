import { describe, expect, it } from 'vitest';
import type { ClusterNetwork, ClusterSpec } from '../../../../src/domain/cluster/cluster-spec.ts';
import { overlapsWithCluster } from '../../../../src/domain/network/users-network.ts';

const spec = (network: ClusterNetwork = {}): ClusterSpec => ({
  version: '4.20.3',
  platform: { type: 'none', none: {} },
  pullSecretCredentialId: 'cr_1',
  network,
});

describe('a network that the user brings', () => {
  it('may have what the cluster has not', () => {
    expect(overlapsWithCluster(['10.0.0.0/16', '192.168.0.0/16'], spec())).toEqual([]);
  });

  it('overlaps pods and services, whether Berth or the user has chosen them', () => {
    expect(overlapsWithCluster(['10.0.0.0/8'], spec())).toEqual([
      { outer: '10.0.0.0/8', inner: 'clusterCidrs 10.132.0.0/14 (default)' },
    ]);
    expect(overlapsWithCluster(['172.16.0.0/12'], spec({ serviceCidrs: ['172.30.0.0/16'] }))).toEqual([
      { outer: '172.16.0.0/12', inner: 'serviceCidrs 172.30.0.0/16' },
    ]);
  });

  it('overlaps the networks that join the nodes, until they are elsewhere', () => {
    expect(overlapsWithCluster(['100.64.0.0/10'], spec())).toEqual([
      { outer: '100.64.0.0/10', inner: '100.64.0.0/16, the OVN join network' },
      { outer: '100.64.0.0/10', inner: '100.88.0.0/16, the OVN transit network' },
    ]);
    expect(overlapsWithCluster(['100.64.0.0/16'], spec({ ovnJoinCidrs: ['10.245.0.0/16'] }))).toEqual([]);
    expect(overlapsWithCluster(['10.245.0.0/20'], spec({ ovnJoinCidrs: ['10.245.0.0/16'] }))).toEqual([
      { outer: '10.245.0.0/20', inner: 'ovnJoinCidrs 10.245.0.0/16' },
    ]);
  });

  it('has no networks of OVN in the way with another network plugin', () => {
    expect(overlapsWithCluster(['100.64.0.0/10'], spec({ type: 'Other' }))).toEqual([]);
  });

  it('is not judged by what is no range', () => {
    expect(overlapsWithCluster(['everything', '10.0.0.0/40'], spec())).toEqual([]);
  });
});
