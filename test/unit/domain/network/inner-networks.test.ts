import { describe, expect, it } from 'vitest';
import type { ClusterNetwork, ClusterSpec } from '../../../../src/domain/cluster/cluster-spec.ts';
import { checkClusterNetworks } from '../../../../src/domain/network/network-admission.ts';
import { awsSpec, kubevirtSpec } from '../factories.ts';

const found = (network: ClusterNetwork, spec: ClusterSpec = kubevirtSpec): string[] =>
  checkClusterNetworks({ ...spec, network }, [{ replicas: 1 }]).map(
    ({ pointer, code }) => `${code} ${pointer}`,
  );

const onAws = (network: ClusterNetwork): string[] => found({ ...awsSpec.network, ...network }, awsSpec);

describe('ranges inside OVN-Kubernetes', () => {
  it('may be others than the usual ones, one of each family', () => {
    expect(
      found({ ovnJoinCidrs: ['100.70.0.0/16', 'fd90::/64'], ovnTransitCidrs: ['100.71.0.0/16'] }),
    ).toEqual([]);
    expect(found({ ovnJoinCidrs: ['100.70.0.0/16', '100.72.0.0/16'] })).toEqual([
      'duplicate /spec/network/ovnJoinCidrs/1',
    ]);
    expect(found({ ovnJoinCidrs: ['100.70.0.0'] })).toEqual([expect.stringMatching(/ovnJoinCidrs\/0$/)]);
  });

  it('are no smaller than the CRD takes', () => {
    expect(found({ ovnJoinCidrs: ['100.70.0.0/31'], ovnTransitCidrs: ['100.71.0.0/32'] })).toEqual([
      'too-small /spec/network/ovnJoinCidrs/0',
      'too-small /spec/network/ovnTransitCidrs/0',
    ]);
    expect(found({ ovnJoinCidrs: ['100.70.0.0/30', 'fd90::/126'] })).toEqual([
      'too-small /spec/network/ovnJoinCidrs/1',
    ]);
  });

  it('overlap neither with each other nor with the networks of the cluster', () => {
    expect(found({ ovnJoinCidrs: ['100.70.0.0/16'], ovnTransitCidrs: ['100.70.128.0/17'] })).toEqual([
      'overlap /spec/network/ovnJoinCidrs/0',
    ]);
    expect(found({ ovnJoinCidrs: ['10.133.0.0/16'] })).toEqual(['overlap /spec/network/ovnJoinCidrs/0']);
    expect(found({ ovnTransitCidrs: ['169.254.0.0/16'] })).toEqual([
      'reserved-range /spec/network/ovnTransitCidrs/0',
    ]);
  });

  it('free the usual ones for other uses', () => {
    expect(onAws({ serviceCidrs: ['100.64.0.0/16'] })).toEqual([
      'reserved-range /spec/network/serviceCidrs/0',
    ]);
    expect(onAws({ serviceCidrs: ['100.64.0.0/16'], ovnJoinCidrs: ['100.70.0.0/16'] })).toEqual([]);
    expect(onAws({ serviceCidrs: ['100.64.0.0/16'], ovnJoinCidrs: ['fd90::/64'] })).toEqual([
      'reserved-range /spec/network/serviceCidrs/0',
    ]);
  });

  it('do not free those of the cluster below a guest on KubeVirt', () => {
    expect(found({ serviceCidrs: ['100.66.0.0/16'] })).toEqual([
      'reserved-range /spec/network/serviceCidrs/0',
    ]);
    expect(found({ serviceCidrs: ['100.66.0.0/16'], ovnJoinCidrs: ['100.70.0.0/16'] })).toEqual([]);
    expect(found({ serviceCidrs: ['100.64.0.0/16'], ovnJoinCidrs: ['100.70.0.0/16'] })).toEqual([
      'reserved-range /spec/network/serviceCidrs/0',
    ]);
  });

  it('are those of no other plugin', () => {
    expect(
      found({ type: 'Other', ovnJoinCidrs: ['100.70.0.0/16'], ovnTransitCidrs: ['100.71.0.0/16'] }),
    ).toEqual(['not-allowed /spec/network/ovnJoinCidrs', 'not-allowed /spec/network/ovnTransitCidrs']);
  });
});

describe('the address at which pods reach the API server', () => {
  it('lies outside the first network of each kind, and is of their family', () => {
    expect(found({ apiServerAdvertiseAddress: '192.0.2.1' })).toEqual([]);
    expect(found({ apiServerAdvertiseAddress: '10.132.0.1' })).toEqual([
      'reserved-range /spec/network/apiServerAdvertiseAddress',
    ]);
    expect(found({ apiServerAdvertiseAddress: 'fd00::1' })).toEqual([
      'family-mismatch /spec/network/apiServerAdvertiseAddress',
    ]);
    expect(found({ apiServerAdvertiseAddress: '192.0.2' })).toEqual([
      'invalid-format /spec/network/apiServerAdvertiseAddress',
    ]);
  });

  it('frees the usual one', () => {
    expect(found({ machineCidrs: ['172.20.0.0/16'] })).toEqual([
      'reserved-range /spec/network/machineCidrs/0',
    ]);
    expect(found({ machineCidrs: ['172.20.0.0/16'], apiServerAdvertiseAddress: '192.0.2.1' })).toEqual([]);
  });
});
