import { objectOf, optional, type Schema, text, textMap, word } from '../../shared/schema.ts';
import * as format from './azure-formats.ts';

/** Forms that several schemas of Azure share. Admission is stricter, and says more. */
export const uuidField = (description: string): Schema<string> =>
  text(format.uuid, {
    maxLength: 36,
    minLength: 36,
    hint: 'a UUID such as 0b1f6471-1bf0-4dda-aec3-cb9272f09590',
    description,
    examples: ['0b1f6471-1bf0-4dda-aec3-cb9272f09590'],
  });

export const resourceGroupField = (description: string): Schema<string> =>
  text(format.resourceGroup, {
    maxLength: 90,
    minLength: 2,
    hint: 'the name of a resource group',
    description,
    examples: ['payments'],
  });

const subscription = '/subscriptions/0b1f6471-1bf0-4dda-aec3-cb9272f09590';
const group = `${subscription}/resourceGroups/payments/providers`;

interface IdOptions {
  readonly maxLength: number;
  readonly description: string;
  /** Behind the group. */
  readonly example: string;
}

const idField = (pattern: string, { maxLength, description, example }: IdOptions): Schema<string> =>
  text(pattern, {
    maxLength,
    hint: 'the resource id of such a thing',
    description,
    examples: [`${group}/${example}`],
  });

export const subnetIdField = (description: string): Schema<string> =>
  idField(format.subnetId, {
    maxLength: 355,
    description,
    example: 'Microsoft.Network/virtualNetworks/payments/subnets/machines',
  });

export const registryIdentityField: Schema<string> = idField(format.identityId, {
  maxLength: 345,
  description: 'User-assigned identity with which machines pull images from Azure Container Registry.',
  example: 'Microsoft.ManagedIdentity/userAssignedIdentities/payments-puller',
});

export const imageIdField = (description: string): Schema<string> =>
  idField(format.imageId, { maxLength: 255, description, example: 'Microsoft.Compute/images/rhcos' });

/** Members with the ids of a network. */
export const networkIds = {
  vnetId: idField(format.vnetId, {
    maxLength: 255,
    description: 'Virtual network of the machines.',
    example: 'Microsoft.Network/virtualNetworks/payments',
  }),
  subnetId: subnetIdField('Subnet of the machines.'),
  securityGroupId: idField(format.securityGroupId, {
    maxLength: 255,
    description: 'Network security group of the machines.',
    example: 'Microsoft.Network/networkSecurityGroups/payments',
  }),
};

/** One schema for all of them: the document has one component of a title. */
const managedIdentity = objectOf(
  'AzureManagedIdentityInput',
  {
    secretName: text('^[a-zA-Z0-9-]+$', {
      maxLength: 127,
      hint: 'the name of a secret in the vault',
      description: 'Secret with the certificate of the identity.',
    }),
    clientId: optional(uuidField('Client id of the identity.')),
    encoding: optional(word(['utf-8', 'hex', 'base64'], 'Of the secret; utf-8 when absent.')),
  },
  'A managed identity, by its secret in the vault.',
);

export const managedIdentities = objectOf(
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
    controlPlane: objectOf(
      'AzureControlPlaneIdentitiesInput',
      {
        cloudProvider: managedIdentity,
        disk: managedIdentity,
        file: managedIdentity,
        imageRegistry: optional(managedIdentity),
        ingress: managedIdentity,
        network: managedIdentity,
        nodePoolManagement: managedIdentity,
        controlPlaneOperator: managedIdentity,
        kms: optional(managedIdentity),
      },
      'Identities of the control plane. That of the image registry is needed unless the registry is disabled, that of the key service for a key of a vault.',
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

export const workloadIdentities = objectOf(
  'AzureWorkloadIdentitiesInput',
  {
    cloudProvider: uuidField('Of the cloud provider.'),
    disk: uuidField('Of the CSI driver of disks.'),
    file: uuidField('Of the CSI driver of file shares.'),
    imageRegistry: uuidField('Of the image registry operator.'),
    ingress: uuidField('Of the ingress operator.'),
    network: uuidField('Of the cloud network config controller.'),
    nodePoolManagement: uuidField('Of Cluster API, which makes the machines.'),
    controlPlaneOperator: optional(
      uuidField('Of the control plane operator; needed unless access is public.'),
    ),
    kms: optional(uuidField('Of the key service; needed for a key of a vault.')),
  },
  "Client ids of user-assigned identities that trust the cluster's issuer.",
);

/** Azure takes fifty tags; Berth's own marks are five of them. */
export const mostTags = 45;

export const tagsField = textMap({
  keyPattern: '^[0-9A-Za-z_.:=+@-]+$',
  keyHint: 'a tag key: letters, digits and _ . : = + - @',
  maxKeyLength: 128,
  valuePattern: '^[0-9A-Za-z_.:/=+@ -]*$',
  valueHint: 'a tag value: letters, digits, spaces and _ . : / = + - @',
  maxValueLength: 256,
  maxProperties: mostTags,
  description: 'Tags of what Berth makes.',
});
