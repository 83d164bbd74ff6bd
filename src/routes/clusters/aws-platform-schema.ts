import { Type } from 'typebox';
import { AwsSubnetId, AwsZone, InstanceProfile, RoleArn } from '../shared/aws-names.ts';
import { TextMap } from '../shared/label-map.ts';
import { DnsLabel, HttpUrl, Text, Word } from '../shared/text.ts';

const AwsRoles = Type.Object(
  {
    ingress: RoleArn('Role of the ingress operator.'),
    imageRegistry: RoleArn('Role of the image registry operator.'),
    storage: RoleArn('Role of the EBS CSI driver.'),
    network: RoleArn('Role of the cloud network config controller.'),
    kubeCloudController: RoleArn('Role of the cloud controller manager.'),
    nodePoolManagement: RoleArn('Role of Cluster API, which makes the machines.'),
    controlPlaneOperator: RoleArn('Role of the control plane operator.'),
  },
  { additionalProperties: false, title: 'AwsRolesInput', description: 'IAM roles of the cluster.' },
);

const AwsExistingInfrastructure = Type.Object(
  {
    mode: Type.Literal('existing', { description: 'The caller made the infrastructure.' }),
    infraId: Type.Optional(
      DnsLabel(
        27,
        'Prefix of cloud names and of the ownership tag; made by Berth when absent.',
        'payments-x7k2p',
      ),
    ),
    vpcId: Text('^vpc-[0-9a-z]+$', {
      maxLength: 40,
      hint: 'the id of a VPC',
      description: 'VPC of the machines.',
      examples: ['vpc-0a1b2c3d4e5f60718'],
    }),
    subnets: Type.Array(
      Type.Object(
        { id: AwsSubnetId('Id of a private subnet.'), zone: AwsZone('Its availability zone.') },
        { additionalProperties: false, title: 'AwsSubnetInput' },
      ),
      { minItems: 1, maxItems: 16, description: 'Private subnets of the machines, one a zone.' },
    ),
    roles: AwsRoles,
    instanceProfile: Type.Optional(InstanceProfile('Default instance profile of the machines.')),
    issuerUrl: HttpUrl('OIDC issuer that the roles trust.', 'https'),
  },
  {
    additionalProperties: false,
    title: 'AwsExistingInfrastructureInput',
    description: 'Network and identities that the caller made before; Berth only refers to them.',
  },
);

export const AwsPlatform = Type.Object(
  {
    region: Text('^[a-z]{2,4}(-[a-z0-9]+)+$', {
      maxLength: 32,
      hint: 'a region such as eu-west-1',
      description: 'AWS region.',
      examples: ['eu-west-1'],
    }),
    endpointAccess: Type.Optional(
      Word(
        ['public', 'publicAndPrivate', 'private'],
        'From where the API server is reached; public when absent.',
      ),
    ),
    multiArch: Type.Optional(
      Type.Boolean({ description: 'Whether node pools may have other architectures.' }),
    ),
    infrastructure: AwsExistingInfrastructure,
    tags: Type.Optional(
      TextMap({
        keyPattern: '^[0-9A-Za-z_.:/=+@-]+$',
        keyHint: 'a tag key: letters, digits and _ . : / = + - @',
        maxKeyLength: 128,
        valuePattern: '^[0-9A-Za-z_.:/=+@-]+$',
        valueHint: 'a tag value: letters, digits and _ . : / = + - @',
        maxValueLength: 256,
        maxProperties: 25,
        description: 'Tags of every AWS resource of the cluster.',
        examples: [{ 'cost-centre': '42' }],
      }),
    ),
    additionalAllowedPrincipals: Type.Optional(
      Type.Array(
        Text('^arn:aws[a-z-]*:iam::[0-9]{12}:[0-9A-Za-z_+=,.@/-]+$', {
          maxLength: 600,
          hint: 'the ARN of a principal',
        }),
        { maxItems: 25, description: 'Further principals that may connect to the endpoint service.' },
      ),
    ),
  },
  { additionalProperties: false, title: 'AwsPlatformInput', description: 'Settings of AWS.' },
);
