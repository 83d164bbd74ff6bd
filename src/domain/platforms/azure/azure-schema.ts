import {
  flag,
  listOf,
  literal,
  objectOf,
  optional,
  taggedUnion,
  text,
  textMap,
  word,
} from '../../shared/schema.ts';
import { cidr, credentialId, dnsLabel, httpsUrl } from '../platform-fields.ts';
import * as format from './azure-formats.ts';

const uuidField = (description: string) =>
  text(format.uuid, {
    maxLength: 36,
    hint: 'a UUID such as 0b1f6471-1bf0-4dda-aec3-cb9272f09590',
    description,
    examples: ['0b1f6471-1bf0-4dda-aec3-cb9272f09590'],
  });

const resourceGroupField = (description: string) =>
  text(format.resourceGroup, {
    maxLength: 90,
    hint: 'the name of a resource group',
    description,
    examples: ['payments'],
  });

const group =
  '/subscriptions/0b1f6471-1bf0-4dda-aec3-cb9272f09590/resourceGroups/payments/providers/Microsoft.Network';

const resourceId = (pattern: string, description: string, example: string) =>
  text(pattern, { maxLength: 355, hint: 'the id of such a resource', description, examples: [example] });

export const subnetIdField = (description: string) =>
  resourceId(format.subnetId, description, `${group}/virtualNetworks/payments/subnets/machines`);

const clientIds = {
  cloudProvider: uuidField('Of the cloud provider.'),
  disk: uuidField('Of the CSI driver of disks.'),
  file: uuidField('Of the CSI driver of file shares.'),
  imageRegistry: uuidField('Of the image registry operator.'),
  ingress: uuidField('Of the ingress operator.'),
  network: uuidField('Of the cloud network config controller.'),
  nodePoolManagement: uuidField('Of Cluster API, which makes the machines.'),
};

const workloadIdentities = objectOf(
  'AzureWorkloadIdentitiesInput',
  {
    ...clientIds,
    controlPlaneOperator: optional(
      uuidField('Of the control plane operator; needed unless access is public.'),
    ),
    kms: optional(uuidField('Of the key service; needed for a key of a vault.')),
  },
  "Client ids of user-assigned identities that trust the cluster's issuer.",
);

const secretName = (description: string) =>
  text('^[a-zA-Z0-9-]+$', { maxLength: 127, hint: 'the name of a secret in the vault', description });

const managedIdentities = objectOf(
  'AzureManagedIdentitiesInput',
  {
    keyVault: objectOf('AzureIdentityVaultInput', {
      name: text('^[a-zA-Z0-9-]+$', {
        maxLength: 127,
        hint: 'the name of a vault',
        description: 'Key vault.',
      }),
      tenantId: uuidField('Its tenant.'),
    }),
    controlPlaneSecrets: objectOf(
      'AzureIdentitySecretsInput',
      {
        cloudProvider: secretName('Of the cloud provider.'),
        disk: secretName('Of the CSI driver of disks.'),
        file: secretName('Of the CSI driver of file shares.'),
        imageRegistry: secretName('Of the image registry operator.'),
        ingress: secretName('Of the ingress operator.'),
        network: secretName('Of the cloud network config controller.'),
        nodePoolManagement: secretName('Of Cluster API.'),
        controlPlaneOperator: secretName('Of the control plane operator.'),
        kms: optional(secretName('Of the key service; needed for a key of a vault.')),
      },
      'Names of the secrets in the vault that hold the identities of the control plane.',
    ),
    dataPlaneClientIds: objectOf(
      'AzureDataPlaneIdentitiesInput',
      {
        imageRegistry: uuidField('Of the image registry.'),
        disk: uuidField('Of the CSI driver of disks.'),
        file: uuidField('Of the CSI driver of file shares.'),
      },
      'Client ids of the identities of the nodes.',
    ),
  },
  'Identities that a first-party service of Azure keeps in a key vault.',
);

const existing = objectOf(
  'AzureExistingInfrastructureInput',
  {
    mode: literal('existing', 'The caller made the infrastructure.'),
    infraId: optional(dnsLabel(27, 'Prefix of cloud names; made by Berth when absent.', 'payments-x7k2p')),
    resourceGroup: resourceGroupField('Resource group of the machines.'),
    vnetId: resourceId(
      format.vnetId,
      'Virtual network of the machines.',
      `${group}/virtualNetworks/payments`,
    ),
    subnetId: subnetIdField('Subnet of the machines.'),
    securityGroupId: resourceId(
      format.securityGroupId,
      'Network security group of the machines.',
      `${group}/networkSecurityGroups/payments`,
    ),
    workloadIdentities: optional(workloadIdentities),
    managedIdentities: optional(managedIdentities),
    issuerUrl: optional(httpsUrl('OIDC issuer that the identities trust.')),
    serviceAccountSigningKeyCredentialId: optional(
      credentialId('Private key behind the issuer: a credential of kind signingKey.'),
    ),
    bootImageId: optional(
      resourceId(
        format.imageId,
        'Image that machines start from when their pool names none.',
        '/subscriptions/0b1f6471-1bf0-4dda-aec3-cb9272f09590/resourceGroups/images/providers/Microsoft.Compute/images/rhcos',
      ),
    ),
  },
  'Network and identities that the caller made before; Berth only refers to them.',
);

const managed = objectOf(
  'AzureManagedInfrastructureInput',
  {
    mode: literal('managed', 'Berth makes the infrastructure, and takes it away with the cluster.'),
    vnetCidr: optional(cidr('IPv4 range of the virtual network; 10.0.0.0/16 when absent.')),
    subnetCidr: optional(cidr('IPv4 range of the subnet of the machines; 10.0.0.0/24 when absent.')),
    dnsZoneResourceGroup: resourceGroupField('Resource group of the public DNS zone of the base domain.'),
    useProductRoles: optional(
      flag(
        'Give the operators the narrower roles of the product, where the tenant has them, not Contributor.',
      ),
    ),
  },
  'Network and identities that Berth makes, in one resource group.',
);

export const azureSchema = objectOf(
  'AzurePlatformInput',
  {
    subscriptionId: uuidField('Subscription.'),
    tenantId: uuidField('Tenant of the subscription.'),
    location: text(format.location, {
      maxLength: 50,
      hint: 'a location such as westeurope',
      description: 'Location.',
      examples: ['westeurope'],
    }),
    cloud: optional(
      word(
        [
          'AzurePublicCloud',
          'AzureUSGovernmentCloud',
          'AzureChinaCloud',
          'AzureGermanCloud',
          'AzureBleuCloud',
          'AzureStackCloud',
        ],
        'Which Azure; AzurePublicCloud when absent.',
      ),
    ),
    credentialId: optional(
      credentialId('Credential of kind azureFederated; needed for managed infrastructure.'),
    ),
    endpointAccess: optional(
      word(
        ['public', 'publicAndPrivate', 'private'],
        'From where the API server is reached; public when absent.',
      ),
    ),
    private: optional(
      objectOf(
        'AzurePrivateLinkInput',
        {
          natSubnetId: subnetIdField('Subnet for the addresses of the private link service.'),
          additionalAllowedSubscriptions: optional(
            listOf(uuidField('A subscription.'), {
              minItems: 1,
              maxItems: 50,
              description: 'Further subscriptions that may connect.',
            }),
          ),
        },
        'Private link; needed unless access is public.',
      ),
    ),
    oauthPublishing: optional(word(['route', 'loadBalancer'], 'How OAuth is reached; route when absent.')),
    infrastructure: taggedUnion(
      'mode',
      [existing, managed],
      'AzureInfrastructureInput',
      'Who makes network and identities.',
    ),
    tags: optional(
      textMap({
        keyPattern: '^[0-9A-Za-z_.:=+@-]+$',
        keyHint: 'a tag key: letters, digits and _ . : = + - @',
        maxKeyLength: 128,
        valuePattern: '^[0-9A-Za-z_.:/=+@ -]*$',
        valueHint: 'a tag value: letters, digits, spaces and _ . : / = + - @',
        maxValueLength: 256,
        maxProperties: 40,
        description: 'Tags of what Berth makes.',
      }),
    ),
  },
  'Settings of Azure.',
);

export const azureEncryptionSchema = objectOf(
  'AzureKeyServiceInput',
  {
    keyUrl: text(format.keyUrl, {
      maxLength: 300,
      hint: 'the URL of a version of a key: https://VAULT.vault.azure.net/keys/KEY/VERSION',
      description: 'Key of a vault, or of a managed HSM, that encrypts.',
      examples: ['https://payments.vault.azure.net/keys/etcd/0123456789abcdef0123456789abcdef'],
    }),
  },
  'Key service of Azure.',
);
