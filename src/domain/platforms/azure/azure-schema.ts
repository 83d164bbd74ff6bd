import { objectOf, text } from '../../shared/schema.ts';

export const azureSchema = objectOf(
  'AzurePlatformInput',
  {
    region: text('^[a-z0-9-]+$', { maxLength: 64, hint: 'a region', description: 'Region.' }),
  },
  'Settings of Azure.',
);

/** Machine settings of a node pool. */
export const azureNodePoolFields = {};
