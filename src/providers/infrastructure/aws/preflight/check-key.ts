import { DescribeKeyCommand } from '@aws-sdk/client-kms';
import type { ClusterSpec } from '../../../../domain/cluster/cluster-spec.ts';
import type { FieldProblem } from '../../../../domain/shared/problem.ts';
import type { AwsAccount } from '../account.ts';
import { unlessMissing } from '../errors.ts';
import { problem } from './problem.ts';

/** The key that encrypts what is stored: it is the user's, and nothing can be read without it. */
export const checkKey = async (
  { kms }: AwsAccount,
  { encryption }: ClusterSpec,
): Promise<readonly FieldProblem[]> => {
  if (encryption?.type !== 'kms' || encryption.aws === undefined) return [];
  const { keyArn } = encryption.aws;
  const path = ['spec', 'encryption', 'aws', 'keyArn'];
  const key = (await unlessMissing(kms.send(new DescribeKeyCommand({ KeyId: keyArn }))))?.KeyMetadata;
  if (key === undefined) return [problem(path, 'not-found', `There is no key ${keyArn}.`)];
  if (key.KeyState !== 'Enabled')
    return [problem(path, 'conflict', `Key ${keyArn} is ${key.KeyState}; enable it.`)];
  return key.KeyUsage === 'ENCRYPT_DECRYPT' && key.KeySpec === 'SYMMETRIC_DEFAULT'
    ? []
    : [problem(path, 'conflict', `Key ${keyArn} does not encrypt with one secret; give a symmetric key.`)];
};
