import { flag, objectOf, optional, text, word } from '../../shared/schema.ts';
import { awsNodePoolFields, awsRootVolumeFields } from '../aws/aws-node-pool-schema.ts';
import { httpsUrl } from '../platform-fields.ts';
import { powervsNodePoolFields } from '../powervs/powervs-schema.ts';
import * as format from './azure-formats.ts';

const part = (pattern: string, maxLength: number, description: string, example: string) =>
  text(pattern, { maxLength, hint: `such as ${example}`, description, examples: [example] });

/** Machine settings of a node pool. */
export const azureNodePoolFields = {
  instanceType: awsNodePoolFields.instanceType,
  encryptionAtHost: flag('azure: encrypt the temporary disk and the caches as well; true when absent.'),
  imageId: powervsNodePoolFields.imageId,
  marketplaceImage: objectOf(
    'AzureMarketplaceImageInput',
    {
      publisher: part('^[a-z0-9][a-z0-9_-]{2,49}$', 50, 'Publisher.', 'redhat'),
      offer: part('^[a-zA-Z0-9_.-]+$', 255, 'Offer.', 'aro4'),
      sku: part('^[a-z0-9_-]+$', 255, 'Plan.', 'aro_414'),
      version: part('^([0-9]+\\.[0-9]+\\.[0-9]+|latest)$', 32, 'Version.', '414.1.20240101'),
    },
    'azure: image of the marketplace that machines start from.',
  ),
  imageGeneration: word(
    ['Gen1', 'Gen2'],
    'azure: generation of the virtual machines of a marketplace image.',
  ),
  diagnostics: objectOf(
    'AzureDiagnosticsInput',
    {
      storageAccountType: word(['Managed', 'UserManaged', 'Disabled'], 'Where boot diagnostics are kept.'),
      storageAccountUri: optional(httpsUrl('Storage account; with UserManaged.')),
    },
    'azure: boot diagnostics.',
  ),
};

export const azureRootVolumeFields = {
  sizeGiB: awsRootVolumeFields.sizeGiB,
  type: awsRootVolumeFields.type,
  diskEncryptionSetId: text(format.diskEncryptionSetId, {
    maxLength: 285,
    hint: 'the id of a disk encryption set',
    description: 'azure.',
  }),
  persistence: word(['Persistent', 'Ephemeral'], 'azure: whether the disk outlives the host.'),
};

/** Least and most that Azure takes for a disk of a machine, in GiB. Source: the CRD of NodePools. */
export const azureDiskSize = { least: 16, most: 32_767 } as const;
