import type { FieldProblem } from '../../shared/problem.ts';
import { type NodePoolInput, platformBlock, type SpecPath } from '../platform-rules.ts';
import type { RootVolume } from '../platform-specs.ts';
import {
  checkFormat,
  collect,
  conflicting,
  outOfRange,
  required,
  specRoot,
  unsupported,
} from '../problems.ts';
import * as format from './aws-formats.ts';

/** Types that a machine can start from. Source: Amazon EBS volume types. */
const volumeTypes: readonly string[] = ['gp2', 'gp3', 'io1', 'io2', 'standard'];
const typesWithIops: readonly string[] = ['gp3', 'io1', 'io2'];
const typesThatNeedIops: readonly string[] = ['io1', 'io2'];

const checkIops = ({ type = 'gp3', iops }: RootVolume, at: SpecPath): FieldProblem | undefined => {
  if (iops === undefined)
    return typesThatNeedIops.includes(type) ? required(at, `Volumes of type ${type} need iops.`) : undefined;
  if (!typesWithIops.includes(type)) return conflicting(at, `Volumes of type ${type} have no iops to set.`);
  return iops >= 100 && iops <= 256_000 ? undefined : outOfRange(at, 'Give 100 to 256000.');
};

const checkRootVolume = (volume: RootVolume, at: SpecPath): readonly FieldProblem[] => {
  const { sizeGiB, type, kmsKeyArn } = volume;
  return collect(
    sizeGiB !== undefined && (sizeGiB < 8 || sizeGiB > 16_384)
      ? outOfRange([...at, 'sizeGiB'], 'Give 8 to 16384 GiB.')
      : undefined,
    type !== undefined && !volumeTypes.includes(type)
      ? unsupported([...at, 'type'], `Machines cannot start from a volume of type ${type}.`, volumeTypes)
      : checkIops(volume, [...at, 'iops']),
    checkFormat(
      kmsKeyArn,
      format.kmsKeyArn,
      [...at, 'kmsKeyArn'],
      'Give the ARN of a KMS key: arn:aws:kms:REGION:ACCOUNT:key/ID.',
    ),
  );
};

const checkPlace = ({ cluster, nodePool }: NodePoolInput, at: SpecPath): readonly FieldProblem[] => {
  const { subnets } = platformBlock(cluster, 'aws').aws.infrastructure;
  const { zone, subnet } = nodePool;
  const zones = subnets.map((candidate) => candidate.zone);
  return collect(
    zone !== undefined && subnet !== undefined
      ? conflicting([...at, 'subnet'], 'Give a zone or a subnet, not both.')
      : undefined,
    zone !== undefined && !zones.includes(zone)
      ? unsupported([...at, 'zone'], `The cluster has no subnet in zone ${zone}.`, zones)
      : undefined,
    checkFormat(
      subnet,
      format.subnetId,
      [...at, 'subnet'],
      'A subnet id has the form subnet-0123456789abcdef0.',
    ),
  );
};

export const checkAwsNodePool = (input: NodePoolInput, at: SpecPath = specRoot): readonly FieldProblem[] => {
  const { platform = {} } = input.nodePool;
  const path = [...at, 'platform'];
  return collect(
    checkPlace(input, at),
    checkFormat(
      platform.instanceType,
      format.instanceType,
      [...path, 'instanceType'],
      'Give an instance type such as m6i.xlarge.',
    ),
    checkFormat(
      platform.instanceProfile,
      format.instanceProfileName,
      [...path, 'instanceProfile'],
      'Give the name of an instance profile, not its ARN.',
    ),
    checkRootVolume(platform.rootVolume ?? {}, [...path, 'rootVolume']),
  );
};
