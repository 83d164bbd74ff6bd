import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { type Cidr, cidr, formatCidr, isCidr, overlapOf, parseCidr } from '../../network/cidr.ts';
import { filled } from '../../shared/present.ts';
import { type FieldProblem, pointerOf } from '../../shared/problem.ts';
import type { SpecPath } from '../platform-rules.ts';
import { collect, conflicting, duplicate, invalidFormat, outOfRange, required } from '../problems.ts';
import * as format from './gcp-formats.ts';
import type { GcpManagedInfrastructure, GcpPlatform } from './gcp-spec.ts';
import { subnetCidrOf } from './machine-range.ts';

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

/** That it can be read and overlaps nothing of the cluster is checked with the other ranges of the cluster. */
const checkSubnet = (text: string, at: SpecPath): readonly FieldProblem[] => {
  const range = parseCidr(text);
  if (!isCidr(range)) return [];
  if (range.family !== 4) return [invalidFormat(at, 'Give an IPv4 range such as 10.0.0.0/24.')];
  return collect(
    range.prefix < prefixes.widest || range.prefix > prefixes.narrowest
      ? outOfRange(at, `Give a range from /${prefixes.widest} to /${prefixes.narrowest}.`)
      : undefined,
    prohibited
      .filter((other) => overlapOf(range, other) !== undefined)
      .map((other) => ({
        pointer: pointerOf(...at),
        code: 'reserved-range',
        detail: `subnetCidr ${text} overlaps ${formatCidr(other)}, at which Google serves its APIs.`,
      })),
  );
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
    checkSubnet(subnetCidr, [...path, 'infrastructure', 'subnetCidr']),
    checkMachineCidrs(spec, subnetCidr, [...at, 'network', 'machineCidrs']),
  );
};
