import { applyClusterDefaults } from '../cluster/cluster-defaults.ts';
import type { ClusterSpec } from '../cluster/cluster-spec.ts';
import { type Cidr, formatCidr, isCidr, overlapOf, parseCidr } from './cidr.ts';
import { nameRange, ofField, readInnerNetworks, readNetworks } from './cluster-networks.ts';
import { innerRanges } from './reserved-ranges.ts';

/** Two ranges with addresses in common: what pods have of it cannot be reached in the network, or the other way round. */
export interface NetworkOverlap {
  /** Of the network, as it was given. */
  readonly outer: string;
  /** Of the cluster, in words: `clusterCidrs 10.132.0.0/14 (default)`. */
  readonly inner: string;
}

interface NamedInner {
  readonly range: Cidr;
  readonly name: string;
}

/** Everything inside the cluster that has addresses of its own: pods, services, and the networks that join the nodes. */
const innerOf = (spec: ClusterSpec): readonly NamedInner[] => {
  const { network } = applyClusterDefaults(spec);
  const networks = readNetworks(spec.network, network);
  const named = [
    ...ofField(networks, 'clusterCidrs'),
    ...ofField(networks, 'serviceCidrs'),
    ...readInnerNetworks(spec.network).ranges,
  ];
  return [
    ...named.map((entry) => ({ range: entry.range, name: nameRange(entry) })),
    ...innerRanges(spec.platform.type, network).map(({ range, use }) => ({
      range,
      name: `${formatCidr(range)}, ${use}`,
    })),
  ];
};

/** Where a network of the user's, which the machines stand in, overlaps what is inside the cluster. Ranges that cannot be read are left out. */
export const overlapsWithCluster = (
  outer: readonly string[],
  spec: ClusterSpec,
): readonly NetworkOverlap[] => {
  const inner = innerOf(spec);
  return outer.flatMap((text) => {
    const range = parseCidr(text);
    if (!isCidr(range)) return [];
    return inner
      .filter((named) => overlapOf(range, named.range) !== undefined)
      .map(({ name }) => ({ outer: text, inner: name }));
  });
};
