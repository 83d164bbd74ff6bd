import { applyClusterDefaults } from '../cluster/cluster-defaults.ts';
import type { ClusterNetwork, ClusterSpec } from '../cluster/cluster-spec.ts';
import { platformOf } from '../platforms/platforms.ts';
import { filled } from '../shared/present.ts';
import type { FieldProblem } from '../shared/problem.ts';
import { formatCidr, isCidr, parseCidr } from './cidr.ts';
import { networkPointer, readInnerNetworks, readNetworks } from './cluster-networks.ts';
import { checkFamilies } from './family-checks.ts';
import { checkMachineRoom } from './machine-room.ts';
import { checkNodeCapacity, type PoolSize } from './node-capacity.ts';
import {
  checkAdvertiseAddress,
  checkCounts,
  checkInnerCounts,
  checkInnerSizes,
  checkNodePortAddress,
  checkOverlaps,
  checkReserved,
  checkServiceSize,
} from './range-checks.ts';

/** Who may reach the API server: any ranges, also overlapping ones, each once. */
const checkAllowedCidrs = (texts: readonly string[]): readonly FieldProblem[] => {
  const parsed = texts.map(parseCidr);
  const canonical = parsed.map((range) => (isCidr(range) ? formatCidr(range) : undefined));
  return parsed.flatMap((range, index) => {
    const pointer = networkPointer('apiServerAllowedCidrs', index);
    const text = `apiServerAllowedCidrs ${texts[index]}`;
    if (!isCidr(range)) return [{ ...range, pointer, detail: `${text} ${range.detail}` }];
    if (canonical.indexOf(canonical[index]) === index) return [];
    return [{ pointer, code: 'duplicate', detail: `${text} is listed before.` }];
  });
};

/** Settings that only one kind of network has. The CRD says the same, later. */
const checkNetworkType = (network: ClusterNetwork, type: string): readonly FieldProblem[] =>
  [
    { field: 'ovnMtu', isSet: network.ovnMtu !== undefined, wanted: 'OVNKubernetes' },
    { field: 'ovnJoinCidrs', isSet: filled(network.ovnJoinCidrs) !== undefined, wanted: 'OVNKubernetes' },
    {
      field: 'ovnTransitCidrs',
      isSet: filled(network.ovnTransitCidrs) !== undefined,
      wanted: 'OVNKubernetes',
    },
    { field: 'disableMultiNetwork', isSet: network.disableMultiNetwork === true, wanted: 'Other' },
    { field: 'allocateNodeCidrs', isSet: network.allocateNodeCidrs === true, wanted: 'Other' },
  ]
    .filter(({ isSet, wanted }) => isSet && wanted !== type)
    .map(({ field, wanted }) => ({
      pointer: networkPointer(field),
      code: 'not-allowed',
      detail: `${field} needs type ${wanted}; the type is ${type}.`,
    }));

const checkMtu = (mtu: number | undefined): readonly FieldProblem[] =>
  mtu === undefined || (mtu >= 576 && mtu <= 9216)
    ? []
    : [{ pointer: networkPointer('ovnMtu'), code: 'out-of-range', detail: 'ovnMtu is 576 to 9216.' }];

/** Everything about the address space of a cluster, with the nodes that its pools ask for. Every problem at once. */
export const checkClusterNetworks = (
  spec: ClusterSpec,
  pools: readonly PoolSize[],
): readonly FieldProblem[] => {
  const complete = applyClusterDefaults(spec).network;
  const machines = platformOf(spec.platform.type).machineRange?.(spec);
  const networks = readNetworks(spec.network, complete, machines);
  const inner = readInnerNetworks(spec.network);
  const all = { ...networks, ranges: [...networks.ranges, ...inner.ranges] };
  return [
    ...networks.problems,
    ...inner.problems,
    ...checkCounts(networks),
    ...checkInnerCounts(inner),
    ...checkInnerSizes(inner),
    ...checkOverlaps(all),
    ...checkReserved(all, spec.platform.type, complete),
    ...checkAdvertiseAddress(networks, filled(complete.apiServerAdvertiseAddress)),
    ...checkNodePortAddress(networks, spec.publishing?.apiServerAddress),
    ...checkServiceSize(networks),
    ...checkFamilies(networks),
    // Other network plugins cut the range in their own way.
    ...(complete.type === 'OVNKubernetes' ? checkNodeCapacity(networks, complete.hostPrefix, pools) : []),
    ...checkMachineRoom(networks, machines, pools),
    ...checkAllowedCidrs(complete.apiServerAllowedCidrs ?? []),
    ...checkNetworkType(complete, complete.type),
    ...checkMtu(complete.ovnMtu),
  ];
};
