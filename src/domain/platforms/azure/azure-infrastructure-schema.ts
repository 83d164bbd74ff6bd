import { literal, objectOf, optional, taggedUnion } from '../../shared/schema.ts';
import { cidr, credentialId, dnsLabel, httpsUrl } from '../platform-fields.ts';
import {
  imageIdField,
  managedIdentities,
  networkIds,
  resourceGroupField,
  uuidField,
  workloadIdentities,
} from './azure-fields.ts';

const existing = objectOf(
  'AzureExistingInfrastructureInput',
  {
    mode: literal('existing', 'The caller made the infrastructure.'),
    infraId: optional(dnsLabel(27, 'Prefix of cloud names; made by Berth when absent.', 'payments-x7k2p')),
    resourceGroup: resourceGroupField('Resource group of the machines.'),
    ...networkIds,
    workloadIdentities: optional(workloadIdentities),
    managedIdentities: optional(managedIdentities),
    issuerUrl: optional(httpsUrl('OIDC issuer that the identities trust.')),
    serviceAccountSigningKeyCredentialId: optional(
      credentialId('Private key behind the issuer: a credential of kind signingKey.'),
    ),
    bootImageId: optional(imageIdField('Image that machines start from when their pool names none.')),
  },
  'Network and identities that the caller made before; Berth only refers to them.',
);

const managed = objectOf(
  'AzureManagedInfrastructureInput',
  {
    mode: literal('managed', 'Berth makes the infrastructure, and takes it away with the cluster.'),
    vnetCidr: optional(cidr('IPv4 range of the virtual network; 10.0.0.0/16 when absent.')),
    subnetCidr: optional(cidr('IPv4 range of the machines; the first /24 of the network when absent.')),
    network: optional(
      objectOf('AzureNetworkInput', networkIds, 'A network of the caller, instead of one that Berth makes.'),
    ),
    resourceGroup: optional(
      resourceGroupField('A resource group of the caller for all that is made; Berth makes one when absent.'),
    ),
    dnsZoneResourceGroup: optional(
      resourceGroupField(
        'Resource group of the public DNS zone of the base domain; looked up by its name when absent.',
      ),
    ),
    roleDefinitionIds: optional(
      objectOf(
        'AzureRoleDefinitionsInput',
        {
          nodePoolManagement: optional(uuidField('For Cluster API, which makes the machines.')),
          controlPlaneOperator: optional(uuidField('For the control plane operator.')),
        },
        'Role definitions of the subscription, narrower than Contributor, which these two get when absent.',
      ),
    ),
  },
  'What Berth makes, in one resource group: identities always, network and group unless they are given.',
);

export const azureInfrastructureSchema = taggedUnion(
  'mode',
  [existing, managed],
  'AzureInfrastructureInput',
  'Who makes network and identities.',
);
