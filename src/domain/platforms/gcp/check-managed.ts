import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { type Cidr, cidr, formatCidr, isCidr, overlapOf, parseCidr } from '../../network/cidr.ts';
import { innerRanges } from '../../network/default-network.ts';
import { reservedRanges } from '../../network/reserved-ranges.ts';
import { filled } from '../../shared/present.ts';
import { type FieldProblem, pointerOf } from '../../shared/problem.ts';
import type { SpecPath } from '../platform-rules.ts';
import { collect, conflicting, duplicate, invalidFormat, outOfRange, required } from '../problems.ts';
import * as format from './gcp-formats.ts';
import type { GcpManagedInfrastructure, GcpPlatform } from './gcp-spec.ts';
import { subnetCidrOf } from './plan/network-steps.ts';

const zoneForm = new RegExp(format.zoneName);

/** Narrower ones have too few addresses for a cluster: Google keeps four of each, the private endpoint takes one. */
const prefixes = { widest: 8, narrowest: 28 } as const;

/** Beyond what no network of a cluster may touch. Source: VPC documentation, prohibited subnet ranges. */
const prohibited: readonly Cidr[] = [cidr('199.36.153.4/30'), cidr('199.36.153.8/30')];

export const isZoneOf = (region: string, zone: string): boolean =>
  zoneForm.test(zone) && zone.slice(0, -2) === region;

const checkZones = (zones: readonly string[], region: string, at: SpecPath): readonly FieldProblem[] =>
  zones.flatMap((zone, index) =>
    collect(
      isZoneOf(region, zone)
        ? undefined
        : conflicting([...at, index], `Zone ${zone} is not a zone of region ${region}.`),
      zones.indexOf(zone) < index ? duplicate([...at, index], `Zone ${zone} is listed before.`) : undefined,
    ),
  );

const overlap = (path: SpecPath, text: string, other: string, use: string): FieldProblem => ({
  pointer: pointerOf(...path),
  code: 'overlap',
  detail: `subnetCidr ${text} overlaps ${other}, ${use}.`,
});

const checkSubnet = (spec: ClusterSpec, text: string, at: SpecPath): readonly FieldProblem[] => {
  const range = parseCidr(text);
  if (!isCidr(range)) return [invalidFormat(at, `subnetCidr ${text} ${range.detail}.`)];
  if (range.family !== 4) return [invalidFormat(at, 'Give an IPv4 range such as 10.0.0.0/24.')];
  if (range.prefix < prefixes.widest || range.prefix > prefixes.narrowest)
    return [outOfRange(at, `Give a range from /${prefixes.widest} to /${prefixes.narrowest}.`)];
  const inside = innerRanges(spec.network);
  return [
    ...inside.flatMap(({ range: other, field, text: otherText }) =>
      overlapOf(range, other) === undefined ? [] : [overlap(at, text, otherText, `which is in ${field}`)],
    ),
    ...reservedRanges('gcp', spec.network?.type ?? 'OVNKubernetes').flatMap(({ range: other, use }) =>
      overlapOf(range, other) === undefined
        ? []
        : [overlap(at, text, formatCidr(other), `which is kept for ${use}`)],
    ),
    ...prohibited.flatMap((other) =>
      overlapOf(range, other) === undefined
        ? []
        : [overlap(at, text, formatCidr(other), 'at which Google serves its APIs')],
    ),
  ];
};

/** Machine ranges come from the subnet that is made; other ones would be a lie to the cluster. */
const checkMachineCidrs = (spec: ClusterSpec, subnetCidr: string, at: SpecPath): FieldProblem | undefined => {
  const asked = filled(spec.network?.machineCidrs);
  return asked === undefined || (asked.length === 1 && asked[0] === subnetCidr)
    ? undefined
    : conflicting(at, `The machines are in the subnet that Berth makes, ${subnetCidr}; leave this out.`);
};

export const checkManagedInfrastructure = (
  spec: ClusterSpec,
  gcp: GcpPlatform,
  infrastructure: GcpManagedInfrastructure,
  at: SpecPath,
): readonly FieldProblem[] => {
  const path = [...at, 'platform', 'gcp'];
  const subnetCidr = subnetCidrOf(infrastructure);
  return collect(
    filled(gcp.credentialId) === undefined
      ? required([...path, 'credentialId'], 'Berth needs a credential to make the infrastructure.')
      : undefined,
    checkZones(infrastructure.zones ?? [], gcp.region, [...path, 'infrastructure', 'zones']),
    checkSubnet(spec, subnetCidr, [...path, 'infrastructure', 'subnetCidr']),
    checkMachineCidrs(spec, subnetCidr, [...at, 'network', 'machineCidrs']),
  );
};
