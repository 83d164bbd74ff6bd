import type { FieldProblem } from '../../shared/problem.ts';
import type { SpecPath } from '../platform-rules.ts';
import { checkFormat, collect, conflicting } from '../problems.ts';
import { kmsKeyArn, policyArn, roleArn } from './aws-formats.ts';

/** Regions whose names begin so are in a partition of their own, with its own accounts, endpoints and ARNs. */
const partitions: readonly (readonly [prefix: string, partition: string])[] = [
  ['cn-', 'aws-cn'],
  ['us-gov-', 'aws-us-gov'],
  ['us-iso-', 'aws-iso'],
  ['us-isob-', 'aws-iso-b'],
  ['eu-isoe-', 'aws-iso-e'],
  ['us-isof-', 'aws-iso-f'],
  ['eusc-', 'aws-eusc'],
];

export const partitionOf = (region: string): string =>
  partitions.find(([prefix]) => region.startsWith(prefix))?.[1] ?? 'aws';

/** Partition, region and account of an ARN of the right form. */
const partsOf = (arn: string): Readonly<Record<'partition' | 'region' | 'account', string>> => {
  const [, partition = '', , region = '', account = ''] = arn.split(':');
  return { partition, region, account };
};

export const accountOf = (arn: string): string => partsOf(arn).account;

/** A region of another partition cannot see what the ARN names. */
const checkPartition = (arn: string, region: string, at: SpecPath): FieldProblem | undefined => {
  const { partition } = partsOf(arn);
  const own = partitionOf(region);
  return partition === own
    ? undefined
    : conflicting(at, `${arn} is in partition ${partition}; region ${region} is in partition ${own}.`);
};

const checkArn = (
  arn: string | undefined,
  pattern: RegExp,
  region: string,
  at: SpecPath,
  detail: string,
): readonly FieldProblem[] => {
  if (arn === undefined) return [];
  const problem = checkFormat(arn, pattern, at, detail);
  return collect(problem ?? checkPartition(arn, region, at));
};

export const checkRoleArn = (
  arn: string | undefined,
  region: string,
  at: SpecPath,
): readonly FieldProblem[] =>
  checkArn(arn, roleArn, region, at, 'Give the ARN of an IAM role: arn:aws:iam::123456789012:role/NAME.');

export const checkPolicyArn = (
  arn: string | undefined,
  region: string,
  at: SpecPath,
): readonly FieldProblem[] =>
  checkArn(
    arn,
    policyArn,
    region,
    at,
    'Give the ARN of an IAM policy: arn:aws:iam::123456789012:policy/NAME.',
  );

/** A key of another region cannot be used, whatever its policy says. */
export const checkKeyArn = (
  arn: string | undefined,
  region: string,
  at: SpecPath,
): readonly FieldProblem[] => {
  const detail = 'Give the ARN of a KMS key: arn:aws:kms:REGION:ACCOUNT:key/ID.';
  const problems = checkArn(arn, kmsKeyArn, region, at, detail);
  if (arn === undefined || problems.length > 0) return problems;
  const { region: keyRegion } = partsOf(arn);
  return keyRegion === region
    ? []
    : [conflicting(at, `The key is in ${keyRegion}, the cluster in ${region}; give a key of ${region}.`)];
};
