import { Text } from './text.ts';

export const RoleArn = (description: string) =>
  Text('^arn:aws[a-z-]*:iam::[0-9]{12}:role/[0-9A-Za-z_+=,.@/-]+$', {
    maxLength: 600,
    hint: 'the ARN of an IAM role',
    description,
    examples: ['arn:aws:iam::123456789012:role/payments-ingress'],
  });

export const InstanceProfile = (description: string) =>
  Text('^[0-9A-Za-z_+=,.@-]+$', { maxLength: 128, hint: 'the name of an instance profile', description });

export const AwsSubnetId = (description: string) =>
  Text('^subnet-[0-9a-z]+$', {
    maxLength: 40,
    hint: 'the id of a subnet, such as subnet-0a1b2c3d4e5f60718',
    description,
    examples: ['subnet-0a1b2c3d4e5f60718'],
  });

export const AwsZone = (description: string) =>
  Text('^[a-z0-9-]+$', {
    maxLength: 64,
    hint: 'an availability zone such as eu-west-1a',
    description,
    examples: ['eu-west-1a'],
  });

export const KmsKeyArn = (description: string) =>
  Text('^arn:aws[a-z-]*:kms:[a-z0-9-]+:[0-9]{12}:(key|alias)/[0-9A-Za-z/_-]+$', {
    maxLength: 600,
    hint: 'the ARN of a KMS key',
    description,
    examples: ['arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab'],
  });
