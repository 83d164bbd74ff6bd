import type { ClusterNetwork } from '../cluster/cluster-spec.ts';
import type { PlatformType } from '../platforms/platform-specs.ts';
import { type Cidr, cidr } from './cidr.ts';
import type { IpAddress } from './ip.ts';

export interface ReservedRange {
  readonly range: Cidr;
  /** What it is for, as in `overlaps 172.17.0.0/16, which … uses`. */
  readonly use: string;
}

const everywhere: readonly ReservedRange[] = [
  { range: cidr('172.17.0.0/16'), use: 'the default bridge of container engines' },
  { range: cidr('0.0.0.0/8'), use: '"this host" (RFC 1122)' },
  { range: cidr('127.0.0.0/8'), use: 'loopback' },
  { range: cidr('169.254.0.0/16'), use: 'link-local addresses, instance metadata and OVN masquerading' },
  { range: cidr('224.0.0.0/3'), use: 'multicast and experiments' },
  { range: cidr('::/127'), use: 'the unspecified address and loopback' },
  { range: cidr('fe80::/10'), use: 'link-local addresses' },
  { range: cidr('ff00::/8'), use: 'multicast' },
];

/** Ranges inside OVN-Kubernetes that a spec may name others for. */
type Inner = 'ovnJoinCidrs' | 'ovnTransitCidrs';

interface InnerRange extends ReservedRange {
  readonly field: Inner;
}

/** Defaults of OVN-Kubernetes. */
const ovn: readonly InnerRange[] = [
  { field: 'ovnJoinCidrs', range: cidr('100.64.0.0/16'), use: 'the OVN join network' },
  { field: 'ovnTransitCidrs', range: cidr('100.88.0.0/16'), use: 'the OVN transit network' },
  { field: 'ovnJoinCidrs', range: cidr('fd98::/64'), use: 'the OVN join network' },
  { field: 'ovnTransitCidrs', range: cidr('fd97::/64'), use: 'the OVN transit network' },
];

/** A guest on KubeVirt gets another join network, because the cluster below it has the usual one. */
const ovnOnKubevirt: readonly InnerRange[] = [
  {
    field: 'ovnJoinCidrs',
    range: cidr('100.66.0.0/16'),
    use: 'the OVN join network of guests on KubeVirt',
  },
  { field: 'ovnJoinCidrs', range: cidr('fd99::/64'), use: 'the OVN join network of guests on KubeVirt' },
];

/** Ranges that OVN-Kubernetes has inside, where the spec does not say others. */
export const innerRanges = (platform: PlatformType, network: ClusterNetwork): readonly ReservedRange[] => {
  if (network.type !== 'OVNKubernetes') return [];
  const isReplaced = ({ field, range }: InnerRange): boolean =>
    (network[field] ?? []).some((text) => text.includes(':') === (range.family === 6));
  // Machines of KubeVirt are guests of a cluster that has the usual ranges itself.
  const below = platform === 'kubevirt' ? ovn : ovn.filter((inner) => !isReplaced(inner));
  const own = platform === 'kubevirt' ? ovnOnKubevirt.filter((inner) => !isReplaced(inner)) : [];
  return [...below, ...own];
};

/** Ranges that no network of a cluster may touch. */
export const reservedRanges = (platform: PlatformType, network: ClusterNetwork): readonly ReservedRange[] => [
  ...everywhere,
  ...innerRanges(platform, network),
];

/** Where pods of a hosted cluster reach their API server. HyperShift's defaults, 172.20.0.1 and fd00::1. */
export const advertiseAddresses: readonly IpAddress[] = [
  { family: 4, value: cidr('172.20.0.1/32').base },
  { family: 6, value: cidr('fd00::1/128').base },
];
