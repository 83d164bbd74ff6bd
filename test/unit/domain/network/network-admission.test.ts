import { describe, expect, it } from 'vitest';
import type { ClusterNetwork, ClusterSpec } from '../../../../src/domain/cluster/cluster-spec.ts';
import { checkClusterNetworks } from '../../../../src/domain/network/network-admission.ts';
import { awsSpec, kubevirtSpec } from '../factories.ts';

const check = (network: ClusterNetwork, replicas = 1, spec: ClusterSpec = kubevirtSpec) =>
  checkClusterNetworks({ ...spec, network }, [{ replicas }]);

const found = (network: ClusterNetwork, replicas?: number) =>
  check(network, replicas).map(({ pointer, code }) => `${code} ${pointer}`);

describe('networks of a cluster', () => {
  it('takes the defaults, and those of a cluster on AWS', () => {
    expect(checkClusterNetworks(kubevirtSpec, [{ replicas: 3 }])).toEqual([]);
    expect(checkClusterNetworks(awsSpec, [{ replicas: 3 }])).toEqual([]);
  });

  it('refuses ranges that overlap, and names both and what they share', () => {
    expect(
      check({
        machineCidrs: ['10.2.0.0/16'],
        clusterCidrs: ['10.0.0.0/14'],
        serviceCidrs: ['172.31.0.0/16'],
      }),
    ).toEqual([
      {
        pointer: '/spec/network/machineCidrs/0',
        code: 'overlap',
        detail:
          'machineCidrs 10.2.0.0/16 and clusterCidrs 10.0.0.0/14 overlap in 10.2.0.0/16; give ranges without common addresses.',
      },
    ]);
  });

  it('counts the defaults, and points at what the request holds', () => {
    expect(check({ serviceCidrs: ['10.133.0.0/16'] })).toEqual([
      {
        pointer: '/spec/network/serviceCidrs/0',
        code: 'overlap',
        detail:
          'clusterCidrs 10.132.0.0/14 (default) and serviceCidrs 10.133.0.0/16 overlap in 10.133.0.0/16; give ranges without common addresses.',
      },
    ]);
    expect(found({ machineCidrs: ['172.31.128.0/17'] })).toEqual(['overlap /spec/network/machineCidrs/0']);
  });

  it('compares ranges of one kind with each other', () => {
    expect(found({ clusterCidrs: ['10.4.0.0/15', '10.5.0.0/16'] })).toEqual([
      'overlap /spec/network/clusterCidrs/0',
    ]);
  });

  it('says what is wrong with text that is no range', () => {
    expect(check({ machineCidrs: ['10.0.0.1/16'] })).toEqual([
      {
        pointer: '/spec/network/machineCidrs/0',
        code: 'host-bits-set',
        detail: 'machineCidrs 10.0.0.1/16 has bits set behind its prefix; 10.0.0.0/16 is meant?',
        allowed: ['10.0.0.0/16'],
      },
    ]);
    expect(found({ machineCidrs: ['10.0.0.0/16'], clusterCidrs: ['010.0.0.0/16'] })).toEqual([
      'invalid-cidr /spec/network/clusterCidrs/0',
    ]);
  });

  it('refuses reserved ranges and says what they are for', () => {
    expect(check({ clusterCidrs: ['100.64.0.0/16'] })).toEqual([
      {
        pointer: '/spec/network/clusterCidrs/0',
        code: 'reserved-range',
        detail:
          'clusterCidrs 100.64.0.0/16 overlaps 100.64.0.0/16, which is kept for the OVN join network, in 100.64.0.0/16.',
      },
    ]);
    for (const range of ['172.17.4.0/24', '100.88.0.0/24', '100.66.1.0/24', '127.0.0.0/24', '169.254.0.0/24'])
      expect(found({ machineCidrs: [range] })).toEqual(['reserved-range /spec/network/machineCidrs/0']);
  });

  it('keeps the OVN networks only where there is OVN, and that of KubeVirt guests only there', () => {
    const network = { machineCidrs: ['100.66.0.0/16'] };
    expect(checkClusterNetworks({ ...awsSpec, network }, [])).toEqual([]);
    expect(found({ machineCidrs: ['100.64.0.0/16'], type: 'Other' })).toEqual([]);
    expect(found({ machineCidrs: ['172.17.0.0/16'], type: 'Other' })).toEqual([
      'reserved-range /spec/network/machineCidrs/0',
    ]);
  });

  it('refuses the address of the API server in the first range of each kind, as the operator does', () => {
    expect(check({ serviceCidrs: ['172.20.0.0/16'] })).toEqual([
      {
        pointer: '/spec/network/serviceCidrs/0',
        code: 'reserved-range',
        detail: 'serviceCidrs 172.20.0.0/16 holds 172.20.0.1, at which pods reach the API server.',
      },
    ]);
    expect(found({ machineCidrs: ['10.0.0.0/16', '172.20.0.0/16'] })).toEqual([]);
  });

  it('refuses a service network that is too small or too large', () => {
    expect(check({ serviceCidrs: ['172.30.0.0/31'] })).toEqual([
      {
        pointer: '/spec/network/serviceCidrs/0',
        code: 'too-small',
        detail: 'serviceCidrs 172.30.0.0/31 is too small; a service network has a prefix from /12 to /28.',
      },
    ]);
    expect(found({ serviceCidrs: ['172.30.0.0/28'] })).toEqual([]);
    expect(found({ serviceCidrs: ['20.0.0.0/11'] })).toEqual(['too-large /spec/network/serviceCidrs/0']);
    expect(found({ serviceCidrs: ['fd02::/64'], clusterCidrs: ['fd01::/48'] })).toEqual([
      'too-large /spec/network/serviceCidrs/0',
    ]);
  });

  it('takes at most two ranges of a kind', () => {
    expect(found({ machineCidrs: ['10.1.0.0/24', '10.1.1.0/24', '10.1.2.0/24'] })).toEqual([
      'out-of-range /spec/network/machineCidrs',
    ]);
  });

  it('refuses a node address inside the service network', () => {
    const publishing = { strategy: 'nodePort', apiServerAddress: '172.31.0.9' } as const;
    expect(checkClusterNetworks({ ...kubevirtSpec, publishing }, [])).toEqual([
      {
        pointer: '/spec/publishing/apiServerAddress',
        code: 'overlap',
        detail:
          'apiServerAddress 172.31.0.9 lies in serviceCidrs 172.31.0.0/16 (default); give an address of the nodes.',
      },
    ]);
    for (const apiServerAddress of ['10.9.9.9', 'nodes.example.com', 'fd02::1'])
      expect(
        checkClusterNetworks({ ...kubevirtSpec, publishing: { ...publishing, apiServerAddress } }, []),
      ).toEqual([]);
  });

  it('knows which ranges may reach the API server, each once', () => {
    expect(found({ apiServerAllowedCidrs: ['10.0.0.0/8', '10.1.0.0/16', 'fd01::/48'] })).toEqual([]);
    expect(found({ apiServerAllowedCidrs: ['10.0.0.1/8', 'FD01::/48', 'fd01::/48', 'x'] })).toEqual([
      'host-bits-set /spec/network/apiServerAllowedCidrs/0',
      'duplicate /spec/network/apiServerAllowedCidrs/2',
      'invalid-cidr /spec/network/apiServerAllowedCidrs/3',
    ]);
  });

  it('refuses settings of another type of network', () => {
    expect(check({ type: 'Other', ovnMtu: 1400 })).toEqual([
      {
        pointer: '/spec/network/ovnMtu',
        code: 'not-allowed',
        detail: 'ovnMtu needs type OVNKubernetes; the type is Other.',
      },
    ]);
    expect(found({ disableMultiNetwork: true, allocateNodeCidrs: true })).toEqual([
      'not-allowed /spec/network/disableMultiNetwork',
      'not-allowed /spec/network/allocateNodeCidrs',
    ]);
    expect(found({ type: 'Other', disableMultiNetwork: true, allocateNodeCidrs: true })).toEqual([]);
  });

  it('refuses an MTU that cannot be', () => {
    expect(found({ ovnMtu: 1400 })).toEqual([]);
    expect(found({ ovnMtu: 575 })).toEqual(['out-of-range /spec/network/ovnMtu']);
    expect(found({ ovnMtu: 9217 })).toEqual(['out-of-range /spec/network/ovnMtu']);
  });

  it('tells every problem at once', () => {
    expect(
      found({ machineCidrs: ['10.132.0.0/16', '010.0.0.0/8'], serviceCidrs: ['172.17.0.0/30'] }).sort(),
    ).toEqual([
      'invalid-cidr /spec/network/machineCidrs/1',
      'overlap /spec/network/machineCidrs/0',
      'reserved-range /spec/network/serviceCidrs/0',
      'too-small /spec/network/serviceCidrs/0',
    ]);
  });
});

describe('address families', () => {
  const six = { clusterCidrs: ['fd01::/48'], serviceCidrs: ['fd02::/112'] };
  const dual = {
    clusterCidrs: ['10.132.0.0/14', 'fd01::/48'],
    serviceCidrs: ['172.31.0.0/16', 'fd02::/112'],
  };

  it('takes one family, or both in pods and services', () => {
    expect(found(six)).toEqual([]);
    expect(found(dual)).toEqual([]);
    expect(found({ ...dual, machineCidrs: ['10.0.0.0/16', 'fd03::/64'] })).toEqual([]);
  });

  it('refuses first ranges of different families, also against a default', () => {
    expect(check({ machineCidrs: ['10.0.0.0/16'], clusterCidrs: ['fd01::/48'] })).toContainEqual({
      pointer: '/spec/network/clusterCidrs/0',
      code: 'family-mismatch',
      detail:
        'clusterCidrs fd01::/48 is IPv6 and machineCidrs 10.0.0.0/16 is IPv4; the first machine, cluster and service networks have one family.',
    });
    expect(found({ clusterCidrs: ['fd01::/48'] })).toEqual(['family-mismatch /spec/network/clusterCidrs/0']);
  });

  it('refuses half a dual stack', () => {
    expect(found({ ...dual, serviceCidrs: ['172.31.0.0/16'] })).toEqual([
      'family-mismatch /spec/network/clusterCidrs/1',
    ]);
    expect(check({ ...dual, clusterCidrs: ['10.132.0.0/14'] })).toEqual([
      {
        pointer: '/spec/network/serviceCidrs/1',
        code: 'family-mismatch',
        detail:
          'serviceCidrs fd02::/112 makes the cluster dual-stack; clusterCidrs needs a range of IPv6 as well.',
      },
    ]);
  });

  it('refuses two service networks of one family', () => {
    expect(found({ serviceCidrs: ['172.30.0.0/16', '172.31.0.0/16'] })).toEqual([
      'family-mismatch /spec/network/serviceCidrs/1',
    ]);
  });

  it('compares nothing as long as a range cannot be read', () => {
    expect(found({ clusterCidrs: ['fd01::/48', 'nonsense'] })).toEqual([
      'invalid-cidr /spec/network/clusterCidrs/1',
    ]);
  });
});

describe('room for nodes', () => {
  it('refuses more nodes than slices, and says how many fit', () => {
    expect(check({ clusterCidrs: ['10.132.0.0/22'], hostPrefix: 23 }, 3)).toEqual([
      {
        pointer: '/spec/network/clusterCidrs/0',
        code: 'too-small',
        detail:
          'clusterCidrs 10.132.0.0/22 with hostPrefix 23 has room for 2 nodes; the node pools ask for up to 3.',
      },
    ]);
    expect(found({ clusterCidrs: ['10.132.0.0/22'], hostPrefix: 23 }, 2)).toEqual([]);
  });

  it('counts the maximum of an autoscaled pool, and all pools', () => {
    const spec = { ...kubevirtSpec, network: { clusterCidrs: ['10.132.0.0/21'] } };
    const pools = [{ replicas: 1 }, { autoscaling: { min: 1, max: 3 } }, {}];
    expect(checkClusterNetworks(spec, pools)).toEqual([]);
    expect(checkClusterNetworks(spec, [...pools, { replicas: 1 }])).toMatchObject([{ code: 'too-small' }]);
  });

  it('counts the default range and slice, and points at the range that is missing', () => {
    expect(found({}, 512)).toEqual([]);
    expect(found({}, 513)).toEqual(['too-small /spec/network/clusterCidrs']);
    expect(found({ clusterCidrs: ['10.132.0.0/24'] }, 0)).toEqual(['too-small /spec/network/clusterCidrs/0']);
  });

  it('adds the ranges of one family up and counts each family of its own', () => {
    expect(found({ clusterCidrs: ['10.132.0.0/23', '10.140.0.0/23'] }, 2)).toEqual([]);
    const dual = {
      clusterCidrs: ['10.132.0.0/22', 'fd01::/64'],
      serviceCidrs: ['172.31.0.0/16', 'fd02::/112'],
    };
    expect(found(dual, 2)).toEqual(['too-small /spec/network/clusterCidrs/1']);
    expect(found({ ...dual, hostPrefix: 24 }, 1)).toEqual([]);
  });

  it('refuses a slice that does not fit its range', () => {
    expect(check({ clusterCidrs: ['10.132.0.0/22'], hostPrefix: 21 })).toEqual([
      {
        pointer: '/spec/network/hostPrefix',
        code: 'out-of-range',
        detail: 'hostPrefix 21 does not fit clusterCidrs 10.132.0.0/22; give 22 to 30.',
      },
    ]);
    expect(found({ hostPrefix: 31 })).toEqual(['out-of-range /spec/network/hostPrefix']);
    const six = { clusterCidrs: ['fd01::/48'], serviceCidrs: ['fd02::/112'] };
    expect(found({ ...six, hostPrefix: 23 })).toEqual(['out-of-range /spec/network/hostPrefix']);
    expect(found({ ...six, hostPrefix: 64 })).toEqual([]);
  });

  it('counts nothing for other network plugins, and nothing when a range cannot be read', () => {
    expect(found({ type: 'Calico', clusterCidrs: ['10.132.0.0/26'] }, 9)).toEqual([]);
    expect(found({ clusterCidrs: ['x'], hostPrefix: 9 }, 9)).toEqual([
      'invalid-cidr /spec/network/clusterCidrs/0',
    ]);
  });
});
