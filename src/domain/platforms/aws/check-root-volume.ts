import { ownMember } from '../../shared/own-member.ts';
import type { FieldProblem } from '../../shared/problem.ts';
import type { SpecPath } from '../platform-rules.ts';
import { collect, conflicting, outOfRange, required, unsupported } from '../problems.ts';
import { checkKeyArn } from './aws-arns.ts';
import type { AwsRootVolume } from './aws-spec.ts';

interface VolumeType {
  /** Largest size in GiB. */
  readonly maxGiB: number;
  /** Absent: the type has none to set. */
  readonly iops?: { readonly min: number; readonly max: number; readonly perGiB: number };
  readonly needsIops?: true;
}

/** Types that a machine can start from. Source: Amazon EBS volume types. */
const volumeTypes: Readonly<Record<string, VolumeType>> = {
  gp2: { maxGiB: 16_384 },
  gp3: { maxGiB: 65_536, iops: { min: 3_000, max: 80_000, perGiB: 500 } },
  io1: { maxGiB: 16_384, iops: { min: 100, max: 64_000, perGiB: 50 }, needsIops: true },
  io2: { maxGiB: 65_536, iops: { min: 100, max: 256_000, perGiB: 1_000 }, needsIops: true },
  standard: { maxGiB: 1_024 },
};

/** The CRD's. */
const minGiB = 8;

export const rootVolumeDefaults = { sizeGiB: 120, type: 'gp3' } as const;

const checkIops = (
  { type = rootVolumeDefaults.type, sizeGiB = rootVolumeDefaults.sizeGiB, iops }: AwsRootVolume,
  volumeType: VolumeType,
  at: SpecPath,
): FieldProblem | undefined => {
  if (iops === undefined)
    return volumeType.needsIops === true ? required(at, `Volumes of type ${type} need iops.`) : undefined;
  if (volumeType.iops === undefined) return conflicting(at, `Volumes of type ${type} have no iops to set.`);
  const { min, max, perGiB } = volumeType.iops;
  if (iops < min || iops > max)
    return outOfRange(at, `iops is ${iops}; give ${min} to ${max} for type ${type}.`);
  return iops > perGiB * sizeGiB && iops > min
    ? outOfRange(
        at,
        `iops is ${iops}; type ${type} has at most ${perGiB} a GiB, for ${sizeGiB} GiB ${perGiB * sizeGiB}.`,
      )
    : undefined;
};

const checkSize = (
  { type = rootVolumeDefaults.type, sizeGiB }: AwsRootVolume,
  { maxGiB }: VolumeType,
  at: SpecPath,
): FieldProblem | undefined =>
  sizeGiB === undefined || (sizeGiB >= minGiB && sizeGiB <= maxGiB)
    ? undefined
    : outOfRange(at, `sizeGiB is ${sizeGiB}; give ${minGiB} to ${maxGiB} for type ${type}.`);

export const checkRootVolume = (
  volume: AwsRootVolume,
  region: string,
  at: SpecPath,
): readonly FieldProblem[] => {
  const { type = rootVolumeDefaults.type, encrypted, kmsKeyArn } = volume;
  const volumeType = ownMember(volumeTypes, type);
  return collect(
    volumeType === undefined
      ? unsupported(
          [...at, 'type'],
          `Machines cannot start from a volume of type ${type}.`,
          Object.keys(volumeTypes),
        )
      : [checkSize(volume, volumeType, [...at, 'sizeGiB']), checkIops(volume, volumeType, [...at, 'iops'])],
    checkKeyArn(kmsKeyArn, region, [...at, 'kmsKeyArn']),
    encrypted === false && kmsKeyArn !== undefined
      ? conflicting([...at, 'encrypted'], 'A volume with a key is encrypted; leave one of the two out.')
      : undefined,
  );
};
