import { flag, listOf, literal, objectOf, optional, taggedUnion, word } from '../../shared/schema.ts';
import { cidr, credentialId, dnsLabel, httpsUrl } from '../platform-fields.ts';
import {
  hostedZoneIdField,
  instanceProfileField,
  policyArnField,
  resourceIdField,
  roleArnField,
  zoneField,
} from './aws-fields.ts';

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
    vpcId: resourceIdField('vpc', 'a VPC', 'VPC of the machines.'),
    subnets: listOf(
      objectOf('AwsSubnetInput', {
        id: resourceIdField('subnet', 'a subnet', 'Id of a subnet of the machines.'),
        zone: zoneField,
      }),
      { minItems: 1, maxItems: 16, description: 'Subnets of the machines, one a zone.' },
    ),
    roles,
    instanceProfile: optional(instanceProfileField('Default instance profile of the machines.')),
    issuerUrl: httpsUrl('OIDC issuer that the roles trust.'),
    serviceAccountSigningKeyCredentialId: optional(
      credentialId('Private key behind the issuer: a credential of kind signingKey.'),
    ),
    karpenterRoleArn: optional(roleArnField('Role of Karpenter; needed for autoNode.')),
    sharedVpc: optional(
      objectOf(
        'AwsSharedVpcInput',
        {
          localZoneId: hostedZoneIdField('Private zone NAME.hypershift.local of the VPC.'),
          ingressRoleArn: roleArnField('Role of the account of the VPC for the ingress operator.'),
          controlPlaneRoleArn: roleArnField('Role of the account of the VPC for the control plane.'),
        },
        'The VPC belongs to another account.',
      ),
    ),
    publicOnly: optional(flag('The subnets are public, and the machines get public addresses.')),
  },
  'Network and identities that the caller made before; Berth only refers to them.',
);

const managed = objectOf(
  'AwsManagedInfrastructureInput',
  {
    mode: literal('managed', 'Berth makes the infrastructure, and takes it away with the cluster.'),
    zones: listOf(zoneField, {
      minItems: 1,
      maxItems: 8,
      description: 'Zones of the machines. Further ones may be added at the end later.',
    }),
    machineCidr: optional(cidr('Range of the VPC, a /16; 10.0.0.0/16 when absent.')),
    natGateways: optional(
      word(['single', 'perZone'], 'Ways out of the private subnets; perZone when absent.'),
    ),
    publicOnly: optional(flag('No private subnets and no NAT gateways: machines get public addresses.')),
    egress: optional(
      word(
        ['natGateway', 'proxy'],
        'proxy: private subnets have no way out but configuration.proxy; natGateway when absent.',
      ),
    ),
    permissionsBoundaryArn: optional(policyArnField('Upper limit of the rights of every role that is made.')),
    rosaManagedPolicies: optional(flag('The policies that AWS keeps for ROSA, instead of inline ones.')),
    sharedVpc: optional(
      objectOf(
        'AwsManagedSharedVpcInput',
        {
          vpcOwnerCredentialId: credentialId('Role in the account that is to own the VPC: kind awsRole.'),
          privateZonesInClusterAccount: optional(
            flag('The private zones belong to the account of the cluster, not to that of the VPC.'),
          ),
        },
        'The VPC is made in another account and shared with that of the cluster.',
      ),
    ),
  },
  'Network and identities that Berth makes.',
);

export const awsInfrastructureSchema = taggedUnion(
  'mode',
  [existing, managed],
  'AwsInfrastructureInput',
  'Who makes network and identities.',
);
