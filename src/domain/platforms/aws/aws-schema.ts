import {
  flag,
  integer,
  listOf,
  literal,
  objectOf,
  optional,
  text,
  textMap,
  word,
} from '../../shared/schema.ts';
import { dnsLabel, httpsUrl } from '../platform-fields.ts';

export const roleArnField = (description: string) =>
  text('^arn:aws[a-z-]*:iam::[0-9]{12}:role/[0-9A-Za-z_+=,.@/-]+$', {
    maxLength: 600,
    hint: 'the ARN of an IAM role',
    description,
    examples: ['arn:aws:iam::123456789012:role/payments-ingress'],
  });

export const keyArnField = (description: string) =>
  text('^arn:aws[a-z-]*:kms:[a-z0-9-]+:[0-9]{12}:(key|alias)/[0-9A-Za-z/_-]+$', {
    maxLength: 600,
    hint: 'the ARN of a KMS key',
    description,
    examples: ['arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab'],
  });

const instanceProfile = (description: string) =>
  text('^[0-9A-Za-z_+=,.@-]+$', { maxLength: 128, hint: 'the name of an instance profile', description });

const roles = objectOf(
  'AwsRolesInput',
  {
    ingress: roleArnField('Role of the ingress operator.'),
    imageRegistry: roleArnField('Role of the image registry operator.'),
    storage: roleArnField('Role of the EBS CSI driver.'),
    network: roleArnField('Role of the cloud network config controller.'),
    kubeCloudController: roleArnField('Role of the cloud controller manager.'),
    nodePoolManagement: roleArnField('Role of Cluster API, which makes the machines.'),
    controlPlaneOperator: roleArnField('Role of the control plane operator.'),
  },
  'IAM roles of the cluster.',
);

const existing = objectOf(
  'AwsExistingInfrastructureInput',
  {
    mode: literal('existing', 'The caller made the infrastructure.'),
    infraId: optional(
      dnsLabel(
        27,
        'Prefix of cloud names and of the ownership tag; made by Berth when absent.',
        'payments-x7k2p',
      ),
    ),
    vpcId: text('^vpc-[0-9a-z]+$', {
      maxLength: 40,
      hint: 'the id of a VPC',
      description: 'VPC of the machines.',
      examples: ['vpc-0a1b2c3d4e5f60718'],
    }),
    subnets: listOf(
      objectOf('AwsSubnetInput', {
        id: text('^subnet-[0-9a-z]+$', {
          maxLength: 40,
          hint: 'the id of a subnet, such as subnet-0a1b2c3d4e5f60718',
          description: 'Id of a private subnet.',
          examples: ['subnet-0a1b2c3d4e5f60718'],
        }),
        zone: text('^[a-z0-9-]+$', {
          maxLength: 64,
          hint: 'an availability zone such as eu-west-1a',
          description: 'Its availability zone.',
          examples: ['eu-west-1a'],
        }),
      }),
      { minItems: 1, maxItems: 16, description: 'Private subnets of the machines, one a zone.' },
    ),
    roles,
    instanceProfile: optional(instanceProfile('Default instance profile of the machines.')),
    issuerUrl: httpsUrl('OIDC issuer that the roles trust.'),
  },
  'Network and identities that the caller made before; Berth only refers to them.',
);

export const awsSchema = objectOf(
  'AwsPlatformInput',
  {
    region: text('^[a-z]{2,4}(-[a-z0-9]+)+$', {
      maxLength: 32,
      hint: 'a region such as eu-west-1',
      description: 'AWS region.',
      examples: ['eu-west-1'],
    }),
    endpointAccess: optional(
      word(
        ['public', 'publicAndPrivate', 'private'],
        'From where the API server is reached; public when absent.',
      ),
    ),
    multiArch: optional(flag('Whether node pools may have other architectures.')),
    infrastructure: existing,
    tags: optional(
      textMap({
        keyPattern: '^[0-9A-Za-z_.:/=+@-]+$',
        keyHint: 'a tag key: letters, digits and _ . : / = + - @',
        maxKeyLength: 128,
        valuePattern: '^[0-9A-Za-z_.:/=+@-]+$',
        valueHint: 'a tag value: letters, digits and _ . : / = + - @',
        maxValueLength: 256,
        maxProperties: 25,
        description: 'Tags of every AWS resource of the cluster.',
      }),
    ),
    additionalAllowedPrincipals: optional(
      listOf(
        text('^arn:aws[a-z-]*:iam::[0-9]{12}:[0-9A-Za-z_+=,.@/-]+$', {
          maxLength: 600,
          hint: 'the ARN of a principal',
        }),
        { maxItems: 25, description: 'Further principals that may connect to the endpoint service.' },
      ),
    ),
  },
  'Settings of AWS.',
);

/** Machine settings of a node pool. */
export const awsNodePoolFields = {
  instanceType: text('^[A-Za-z0-9][A-Za-z0-9_.-]*$', {
    maxLength: 64,
    hint: 'a machine type such as m6i.xlarge',
    description: 'Machine type in the words of the cloud: instance type, VM size, machine type, flavor.',
    examples: ['m6i.xlarge'],
  }),
  instanceProfile: instanceProfile('aws.'),
};

export const awsRootVolumeFields = {
  sizeGiB: integer(8, 65_536, 'Size in GiB.'),
  type: text('^[A-Za-z0-9_-]+$', {
    maxLength: 64,
    hint: 'a volume type such as gp3',
    description: 'Kind of disk in the words of the cloud.',
  }),
  iops: integer(100, 256_000, 'aws.'),
  kmsKeyArn: keyArnField('aws.'),
};

export const awsEncryptionSchema = objectOf('AwsKmsInput', {
  keyArn: keyArnField('Key that encrypts.'),
  roleArn: optional(roleArnField('Role that may use the key; with existing infrastructure only.')),
});
