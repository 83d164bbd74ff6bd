import { flag, listOf, objectOf, optional, text, word } from '../../shared/schema.ts';
import { credentialId } from '../platform-fields.ts';
import { registryIdentityField, subnetIdField, tagsField, uuidField } from './azure-fields.ts';
import * as format from './azure-formats.ts';
import { azureInfrastructureSchema } from './azure-infrastructure-schema.ts';

const privateLink = objectOf(
  'AzurePrivateLinkInput',
  {
    natSubnetId: optional(
      subnetIdField('Subnet for the addresses of the private link service, beside its load balancer.'),
    ),
    additionalAllowedSubscriptions: optional(
      listOf(uuidField('A subscription.'), {
        minItems: 1,
        maxItems: 50,
        description: 'Further subscriptions that may ask for an endpoint.',
      }),
    ),
  },
  'Private link to the API server: at least one of the two.',
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
      credentialId(
        'Credential of kind azureFederated. Needed for managed infrastructure; existing infrastructure is only read with it.',
      ),
    ),
    endpointAccess: optional(
      word(
        ['public', 'publicAndPrivate', 'private'],
        'From where the API server is reached; public when absent.',
      ),
    ),
    private: optional(privateLink),
    oauthPublishing: optional(word(['route', 'loadBalancer'], 'How OAuth is reached; route when absent.')),
    registryIdentityId: optional(registryIdentityField),
    infrastructure: azureInfrastructureSchema,
    tags: optional(tagsField),
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
    access: optional(word(['public', 'private'], 'How the vault is reached; public when absent.')),
    assignRole: optional(
      flag(
        'Managed infrastructure: Berth lets the identity of the cluster use the key, or the caller does; true when absent.',
      ),
    ),
  },
  'Key service of Azure.',
);
