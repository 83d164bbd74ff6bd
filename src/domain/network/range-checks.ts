import type { ClusterNetwork } from '../cluster/cluster-spec.ts';
import type { PlatformType } from '../platforms/platform-specs.ts';
import type { FieldProblem } from '../shared/problem.ts';
import { containsIp, formatCidr, overlapOf } from './cidr.ts';
import {
  type ClusterNetworks,
  type NamedRange,
  nameRange,
  networkPointer,
  ofField,
  pointerOfRange,
} from './cluster-networks.ts';
import { formatIp, parseIp } from './ip.ts';
import { advertiseAddresses, reservedRanges } from './reserved-ranges.ts';

/** Of two ranges, the one that the request holds. */
const pointerOfEither = (left: NamedRange, right: NamedRange): string =>
  pointerOfRange(left.isDefault ? right : left);

const checkPair = (left: NamedRange, right: NamedRange): readonly FieldProblem[] => {
  const shared = overlapOf(left.range, right.range);
  if (shared === undefined) return [];
  const detail = `${nameRange(left)} and ${nameRange(right)} overlap in ${formatCidr(shared)}; give ranges without common addresses.`;
  return [{ pointer: pointerOfEither(left, right), code: 'overlap', detail }];
};

/** The CRD compares these as text only; the operator finds an overlap after the fact (openshift/hypershift#5090). */
export const checkOverlaps = ({ ranges }: ClusterNetworks): readonly FieldProblem[] =>
  ranges.flatMap((left, index) => ranges.slice(index + 1).flatMap((right) => checkPair(left, right)));

export const checkReserved = (
  { ranges }: ClusterNetworks,
  platform: PlatformType,
  network: ClusterNetwork,
): readonly FieldProblem[] =>
  ranges.flatMap((named) =>
    reservedRanges(platform, network).flatMap(({ range, use }) => {
      const shared = overlapOf(named.range, range);
      if (shared === undefined) return [];
      const detail = `${nameRange(named)} overlaps ${formatCidr(range)}, which is kept for ${use}, in ${formatCidr(shared)}.`;
      return [{ pointer: pointerOfRange(named), code: 'reserved-range', detail }];
    }),
  );

/**
 * The operator refuses the address in the first network of each kind, and only there.
 * @param asked another address than the usual one of each family.
 */
export const checkAdvertiseAddress = (
  { ranges }: ClusterNetworks,
  asked?: string,
): readonly FieldProblem[] => {
  const pointer = networkPointer('apiServerAdvertiseAddress');
  const own = asked === undefined ? undefined : parseIp(asked);
  if (asked !== undefined && own === undefined)
    return [{ pointer, code: 'invalid-format', detail: `${asked} is no IPv4 or IPv6 address.` }];
  const firsts = ranges.filter(({ index }) => index === 0);
  if (own !== undefined) {
    const other = firsts.find(({ range }) => range.family !== own.family);
    if (other !== undefined)
      return [
        {
          pointer,
          code: 'family-mismatch',
          detail: `${formatIp(own)} is IPv${own.family} and ${nameRange(other)} is IPv${other.range.family}.`,
        },
      ];
  }
  return firsts.flatMap((named) =>
    (own === undefined ? advertiseAddresses : [own])
      .filter((address) => containsIp(named.range, address))
      .map((address) => ({
        pointer: own === undefined ? pointerOfRange(named) : pointer,
        code: 'reserved-range',
        detail: `${nameRange(named)} holds ${formatIp(address)}, at which pods reach the API server.`,
      })),
  );
};

/** A NodePort address inside the service network would be taken for a service. */
export const checkNodePortAddress = (
  networks: ClusterNetworks,
  address: string | undefined,
): readonly FieldProblem[] => {
  const ip = address === undefined ? undefined : parseIp(address);
  if (ip === undefined) return [];
  return ofField(networks, 'serviceCidrs')
    .filter((named) => containsIp(named.range, ip))
    .map((named) => ({
      pointer: '/spec/publishing/apiServerAddress',
      code: 'overlap',
      detail: `apiServerAddress ${address} lies in ${nameRange(named)}; give an address of the nodes.`,
    }));
};

/** Sizes of service networks that kube-apiserver takes and that hold OpenShift's DNS at the tenth address. */
const servicePrefixes = { 4: { widest: 12, narrowest: 28 }, 6: { widest: 108, narrowest: 124 } } as const;

export const checkServiceSize = (networks: ClusterNetworks): readonly FieldProblem[] =>
  ofField(networks, 'serviceCidrs').flatMap((named) => {
    const { family, prefix } = named.range;
    const { widest, narrowest } = servicePrefixes[family];
    if (prefix >= widest && prefix <= narrowest) return [];
    const code = prefix > narrowest ? 'too-small' : 'too-large';
    const detail = `${nameRange(named)} is ${code.replace('-', ' ')}; a service network has a prefix from /${widest} to /${narrowest}.`;
    return [{ pointer: pointerOfRange(named), code, detail }];
  });

/** Two at most of each kind, and two service networks only as one of each family. */
export const checkCounts = (networks: ClusterNetworks): readonly FieldProblem[] =>
  (['machineCidrs', 'clusterCidrs', 'serviceCidrs'] as const).flatMap((field) => {
    const named = ofField(networks, field);
    if (named.length <= 2) return [];
    return [
      { pointer: networkPointer(field), code: 'out-of-range', detail: `${field} takes at most 2 ranges.` },
    ];
  });

/** What the CRD of HostedClusters takes for networks inside OVN-Kubernetes. */
const narrowestInner = { 4: 30, 6: 125 } as const;

export const checkInnerSizes = ({ ranges }: ClusterNetworks): readonly FieldProblem[] =>
  ranges
    .filter(({ range }) => range.prefix > narrowestInner[range.family])
    .map((named) => ({
      pointer: pointerOfRange(named),
      code: 'too-small',
      detail: `${nameRange(named)} is too small; give a prefix of at most /${narrowestInner[named.range.family]}.`,
    }));

/** One range of each family at most. */
export const checkInnerCounts = ({ ranges }: ClusterNetworks): readonly FieldProblem[] =>
  ranges
    .filter(({ field, range }, index) =>
      ranges.slice(0, index).some((other) => other.field === field && other.range.family === range.family),
    )
    .map((named) => ({
      pointer: pointerOfRange(named),
      code: 'duplicate',
      detail: `There is a range of IPv${named.range.family} in ${named.field} before.`,
    }));
