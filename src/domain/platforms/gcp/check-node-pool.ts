import type { Architecture } from '../../node-pool/node-pool-spec.ts';
import { filled } from '../../shared/present.ts';
import type { FieldProblem } from '../../shared/problem.ts';
import { type NodePoolInput, platformBlock, type SpecPath } from '../platform-rules.ts';
import type { NodePoolPlatform, RootVolume } from '../platform-specs.ts';
import {
  checkDistinct,
  checkFormat,
  collect,
  conflicting,
  duplicate,
  outOfRange,
  required,
  specRoot,
  unsupported,
} from '../problems.ts';
import { checkLabels } from './check-cluster.ts';
import { isZoneOf } from './check-managed.ts';
import * as format from './gcp-formats.ts';
import { defaultMachineType } from './node-pool-platform.ts';

/** Kinds of disk that HyperShift offers. */
const diskTypes: readonly string[] = ['pd-standard', 'pd-ssd', 'pd-balanced'];
const diskSizes = { smallest: 20, largest: 65_536 } as const;

/** Families of Arm processors. Source: Compute Engine, machine families. */
const armFamilies: readonly string[] = ['t2a', 'c4a', 'n4a', 'a4x'];

/** Families of other processors; what is in neither list is newer than both, and taken. */
const x86Families: readonly string[] =
  'a2 a3 a4 c2 c2d c3 c3d c4 c4d e2 f1 g1 g2 g4 h3 m1 m2 m3 m4 n1 n2 n2d n4 n4d t2d x4 z3'.split(' ');

const familyOf = (machineType: string): string => machineType.replace(/-.*$/, '');

const checkMachineType = (
  machineType: string | undefined,
  arch: Architecture,
  at: SpecPath,
): FieldProblem | undefined => {
  if (machineType === undefined)
    return arch === 'arm64'
      ? required(at, `Give a machine type with Arm processors; the default ${defaultMachineType} has none.`)
      : undefined;
  const problem = checkFormat(
    machineType,
    new RegExp(format.machineType),
    at,
    'Give a machine type such as n2-standard-4.',
  );
  if (problem !== undefined) return problem;
  const isArm = armFamilies.includes(familyOf(machineType));
  if (isArm && arch === 'amd64')
    return conflicting(at, `${machineType} has Arm processors; the pool is of amd64.`);
  return arch === 'arm64' && x86Families.includes(familyOf(machineType))
    ? conflicting(at, `${machineType} has no Arm processors; the pool is of arm64.`)
    : undefined;
};

const checkRootVolume = (
  { sizeGiB, type, kmsKeyName }: RootVolume,
  at: SpecPath,
): readonly FieldProblem[] => {
  const { smallest, largest } = diskSizes;
  const kind = filled(type);
  return collect(
    sizeGiB !== undefined && (sizeGiB < smallest || sizeGiB > largest)
      ? outOfRange([...at, 'sizeGiB'], `Give ${smallest} to ${largest} GiB.`)
      : undefined,
    kind !== undefined && !diskTypes.includes(kind)
      ? unsupported([...at, 'type'], `Machines cannot start from a disk of type ${kind}.`, diskTypes)
      : undefined,
    checkFormat(
      filled(kmsKeyName),
      new RegExp(format.kmsKeyName),
      [...at, 'kmsKeyName'],
      'Give projects/PROJECT/locations/LOCATION/keyRings/RING/cryptoKeys/KEY.',
    ),
  );
};

/** A machine that may be taken away cannot move to another host. The CRD says the same, later. */
const checkMaintenance = (
  { provisioningModel = 'Standard', onHostMaintenance }: NodePoolPlatform,
  at: SpecPath,
): FieldProblem | undefined =>
  provisioningModel !== 'Standard' && onHostMaintenance === 'MIGRATE'
    ? conflicting([...at, 'onHostMaintenance'], `With ${provisioningModel} give TERMINATE or nothing.`)
    : undefined;

const checkNetworkTags = ({ networkTags = [] }: NodePoolPlatform, at: SpecPath): readonly FieldProblem[] =>
  networkTags.flatMap((tag, index) =>
    collect(
      checkFormat(
        tag,
        new RegExp(`(?=^.{1,63}$)${format.resourceName}`),
        [...at, index],
        'Give lower-case letters, digits and hyphens, starting with a letter.',
      ),
      networkTags.indexOf(tag) < index
        ? duplicate([...at, index], `Tag ${tag} is listed before.`)
        : undefined,
    ),
  );

const checkPlace = ({ cluster, nodePool }: NodePoolInput, at: SpecPath): readonly FieldProblem[] => {
  const { region, infrastructure } = platformBlock(cluster, 'gcp').gcp;
  const zones = infrastructure.mode === 'managed' ? (filled(infrastructure.zones) ?? []) : [];
  const zone = filled(nodePool.zone);
  const path = [...at, 'zone'];
  return collect(
    zone !== undefined && !isZoneOf(region, zone)
      ? conflicting(path, `Zone ${zone} is not a zone of region ${region}.`)
      : undefined,
    zone !== undefined && isZoneOf(region, zone) && zones.length > 0 && !zones.includes(zone)
      ? unsupported(path, `Zone ${zone} is not among the zones of the cluster.`, zones)
      : undefined,
    checkFormat(
      filled(nodePool.subnet),
      new RegExp(`(?=^.{1,63}$)${format.resourceName}`),
      [...at, 'subnet'],
      'Give the name of a subnet.',
    ),
  );
};

export const checkGcpNodePool = (input: NodePoolInput, at: SpecPath = specRoot): readonly FieldProblem[] => {
  const { platform = {}, arch = 'amd64' } = input.nodePool;
  const path = [...at, 'platform'];
  return collect(
    checkPlace(input, at),
    checkMachineType(filled(platform.instanceType), arch, [...path, 'instanceType']),
    checkRootVolume(platform.rootVolume ?? {}, [...path, 'rootVolume']),
    checkMaintenance(platform, path),
    checkNetworkTags(platform, [...path, 'networkTags']),
    checkLabels(platform.resourceLabels, [...path, 'resourceLabels']),
    checkDistinct(platform.machineServiceAccount?.scopes, [...path, 'machineServiceAccount', 'scopes']),
    checkFormat(
      filled(platform.machineServiceAccount?.email),
      new RegExp(format.serviceAccountEmail),
      [...path, 'machineServiceAccount', 'email'],
      'Give the email of a service account: NAME@PROJECT.iam.gserviceaccount.com.',
    ),
  );
};
