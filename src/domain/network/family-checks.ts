import type { FieldProblem } from '../shared/problem.ts';
import {
  type ClusterNetworks,
  type NamedRange,
  nameRange,
  ofField,
  pointerOfRange,
} from './cluster-networks.ts';
import type { IpFamily } from './ip.ts';

const mixed = (at: NamedRange, other: NamedRange): FieldProblem => {
  const detail = `${nameRange(at)} is IPv${at.range.family} and ${nameRange(other)} is IPv${other.range.family}; the first machine, cluster and service networks have one family.`;
  return { pointer: pointerOfRange(at.isDefault ? other : at), code: 'family-mismatch', detail };
};

/** The operator compares the first of each kind. */
const checkFirst = (networks: ClusterNetworks): readonly FieldProblem[] => {
  const firsts = networks.ranges.filter(({ index }) => index === 0);
  return firsts.flatMap((named, position) =>
    firsts
      .slice(0, position)
      .filter((earlier) => earlier.range.family !== named.range.family)
      .slice(0, 1)
      .map((earlier) => mixed(named, earlier)),
  );
};

const familiesOf = (ranges: readonly NamedRange[]): readonly IpFamily[] => [
  ...new Set(ranges.map(({ range }) => range.family)),
];

/** A dual-stack cluster has both families in its pod and in its service networks; two service networks are one of each. */
const checkDualStack = (networks: ClusterNetworks): readonly FieldProblem[] => {
  const pods = ofField(networks, 'clusterCidrs');
  const services = ofField(networks, 'serviceCidrs');
  const [, secondService] = services;
  if (secondService !== undefined && familiesOf(services).length === 1)
    return [
      {
        pointer: pointerOfRange(secondService),
        code: 'family-mismatch',
        detail: 'Two serviceCidrs are one of IPv4 and one of IPv6.',
      },
    ];
  if (familiesOf(pods).length === familiesOf(services).length) return [];
  const [dual, single] = familiesOf(pods).length === 2 ? [pods, services] : [services, pods];
  return dual.slice(1).flatMap((named) =>
    single.slice(0, 1).map((other) => ({
      pointer: pointerOfRange(named),
      code: 'family-mismatch',
      detail: `${nameRange(named)} makes the cluster dual-stack; ${other.field} needs a range of IPv${named.range.family} as well.`,
    })),
  );
};

/** Nothing is compared as long as a range cannot be read. */
export const checkFamilies = (networks: ClusterNetworks): readonly FieldProblem[] => {
  if (networks.problems.length > 0) return [];
  const first = checkFirst(networks);
  return first.length > 0 ? first : checkDualStack(networks);
};
