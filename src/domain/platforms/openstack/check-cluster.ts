import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { type Cidr, containsIp, isCidr, parseCidr } from '../../network/cidr.ts';
import { parseIp } from '../../network/ip.ts';
import { filled } from '../../shared/present.ts';
import type { FieldProblem } from '../../shared/problem.ts';
import { sameJson } from '../../shared/same-json.ts';
import { checkCertificates } from '../certificate-checks.ts';
import { platformBlock, type SpecPath } from '../platform-rules.ts';
import {
  checkDistinct,
  collect,
  conflicting,
  duplicate,
  outOfRange,
  required,
  specRoot,
} from '../problems.ts';
import { checkAddress, checkReference } from './check-references.ts';
import type { OpenstackPlatform } from './openstack-spec.ts';

/** Range of the machines when the spec has none: what the command line of HyperShift takes. */
export const openstackMachineCidrs = ['10.0.0.0/16'] as const;

const checkPools = (
  { managedSubnet = {} }: OpenstackPlatform,
  range: Cidr | undefined,
  at: SpecPath,
): readonly FieldProblem[] =>
  (managedSubnet.allocationPools ?? []).flatMap(({ start, end }, index) => {
    const path = [...at, index];
    const [first, last] = [parseIp(start), parseIp(end)];
    if (first === undefined || last === undefined)
      return collect(checkAddress(start, [...path, 'start']), checkAddress(end, [...path, 'end']));
    if (first.family !== last.family || first.value > last.value)
      return [outOfRange([...path, 'end'], `${end} comes before ${start}.`)];
    const shares = (managedSubnet.allocationPools ?? []).slice(0, index).find((other) => {
      const [from, to] = [parseIp(other.start), parseIp(other.end)];
      return (
        from?.family === first.family &&
        to !== undefined &&
        from.value <= last.value &&
        first.value <= to.value
      );
    });
    if (shares !== undefined)
      return [
        conflicting([...path, 'start'], `${start} to ${end} overlaps ${shares.start} to ${shares.end}.`),
      ];
    return range === undefined || (containsIp(range, first) && containsIp(range, last))
      ? []
      : [outOfRange([...path, 'start'], `${start} to ${end} is not within the range of the machines.`)];
  });

const checkWayOut = (openstack: OpenstackPlatform, at: SpecPath): readonly FieldProblem[] =>
  openstack.disableExternalNetwork === true
    ? (['externalNetwork', 'ingressFloatingIp'] as const)
        .filter((field) => filled(openstack[field]) !== undefined)
        .map((field) => conflicting([...at, field], 'disableExternalNetwork leaves the machines no way out.'))
    : [];

/** HyperShift makes network and subnet, or takes what exists: which of the two must be clear. */
const checkNetworks = (openstack: OpenstackPlatform, at: SpecPath): readonly FieldProblem[] => {
  const { network, router } = openstack;
  const subnets = filled(openstack.subnets) ?? [];
  const isExisting = network !== undefined || subnets.length > 0;
  return collect(
    checkReference(openstack.externalNetwork, [...at, 'externalNetwork']),
    checkReference(network, [...at, 'network']),
    checkReference(router, [...at, 'router']),
    subnets.flatMap((subnet, index) => checkReference(subnet, [...at, 'subnets', index])),
    subnets.length > 0 && network === undefined
      ? required([...at, 'network'], 'Subnets that exist need the network that they are in.')
      : undefined,
    subnets.map((subnet, index) =>
      subnets.findIndex((other) => sameJson(other, subnet)) < index
        ? duplicate(
            [...at, 'subnets', index, subnet.id === undefined ? 'filter' : 'id'],
            'This subnet is listed before.',
          )
        : undefined,
    ),
    isExisting
      ? (['managedSubnet', 'networkMtu'] as const)
          .filter((field) => filled(openstack[field]) !== undefined)
          .map((field) => conflicting([...at, field], 'No network is made when one that exists is given.'))
      : undefined,
    isExisting && router !== undefined
      ? conflicting([...at, 'router'], 'A router is for the subnet that is made.')
      : undefined,
    checkWayOut(openstack, at),
  );
};

export const checkOpenstackCluster = (
  spec: ClusterSpec,
  at: SpecPath = specRoot,
): readonly FieldProblem[] => {
  const { openstack } = platformBlock(spec, 'openstack');
  const path = [...at, 'platform', 'openstack'];
  const [machineCidr = ''] = filled(spec.network?.machineCidrs) ?? openstackMachineCidrs;
  const range = parseCidr(machineCidr);
  return collect(
    checkNetworks(openstack, path),
    checkPools(openstack, isCidr(range) ? range : undefined, [...path, 'managedSubnet', 'allocationPools']),
    (openstack.managedSubnet?.dnsNameservers ?? []).map((server, index) =>
      checkAddress(server, [...path, 'managedSubnet', 'dnsNameservers', index]),
    ),
    checkDistinct(openstack.managedSubnet?.dnsNameservers, [...path, 'managedSubnet', 'dnsNameservers']),
    checkDistinct(openstack.tags, [...path, 'tags']),
    checkAddress(filled(openstack.ingressFloatingIp), [...path, 'ingressFloatingIp']),
    checkCertificates(openstack.caCertificates, [...path, 'caCertificates']),
    filled(spec.dns?.baseDomain) === undefined
      ? required([...at, 'dns', 'baseDomain'], 'Give the domain of the cluster.')
      : undefined,
  );
};
