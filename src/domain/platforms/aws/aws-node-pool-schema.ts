import { flag, integer, listOf, objectOf, optional, text, word } from '../../shared/schema.ts';
import { instanceProfileField, keyArnField, resourceIdField, tagsField } from './aws-fields.ts';

/** Machine settings of a node pool. */
export const awsNodePoolFields = {
  instanceType: text('^[A-Za-z0-9][A-Za-z0-9_.-]*$', {
    maxLength: 64,
    hint: 'a machine type such as m6i.xlarge',
    description: 'Machine type in the words of the cloud: instance type, VM size, machine type, flavor.',
    examples: ['m6i.xlarge'],
  }),
  instanceProfile: instanceProfileField('aws.'),
  securityGroupIds: listOf(resourceIdField('sg', 'a security group', 'Id of a security group.'), {
    maxItems: 50,
    description: 'aws. Security groups of the machines, besides that of the cluster.',
  }),
  amiId: resourceIdField('ami', 'an image', 'aws. Boot image; that of the release when absent.'),
  imageType: word(['linux', 'windows'], 'aws. System of the boot image.'),
  tenancy: word(['default', 'dedicated', 'host'], 'aws. Whose the hardware is.'),
  marketType: word(['onDemand', 'spot', 'capacityBlocks'], 'aws. How machines are bought.'),
  spotMaxPrice: text('^[0-9]+(\\.[0-9]+)?$', {
    maxLength: 20,
    hint: 'an amount such as 0.25',
    description: 'aws. Highest price of a spot machine in US dollars an hour; that on demand when absent.',
    examples: ['0.25'],
  }),
  capacityReservation: objectOf(
    'AwsCapacityReservationInput',
    {
      id: optional(
        text('^cr-[a-f0-9]{17}$', {
          maxLength: 20,
          hint: 'the id of a capacity reservation',
          description: 'The one to use.',
          examples: ['cr-0123456789abcdef0'],
        }),
      ),
      preference: optional(
        word(['none', 'capacityReservationsOnly', 'open'], 'Which to use when no id is given.'),
      ),
    },
    'aws. Capacity that was reserved before.',
  ),
  tags: tagsField('aws. Tags of what is made for the pool, besides those of the cluster.'),
};

export const awsRootVolumeFields = {
  sizeGiB: integer(8, 65_536, 'Size in GiB.'),
  type: text('^[A-Za-z0-9_-]+$', {
    maxLength: 64,
    hint: 'a volume type such as gp3',
    description: 'Kind of disk in the words of the cloud.',
  }),
  iops: integer(100, 256_000, 'aws.'),
  encrypted: flag('aws.'),
  kmsKeyArn: keyArnField('aws.'),
};
