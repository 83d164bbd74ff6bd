import { Text } from './text.ts';

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
