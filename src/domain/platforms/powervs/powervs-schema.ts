import { objectOf, text } from '../../shared/schema.ts';

export const powervsSchema = objectOf(
  'PowervsPlatformInput',
  {
    region: text('^[a-z0-9-]+$', { maxLength: 64, hint: 'a region', description: 'Region.' }),
  },
  'Settings of PowerVS.',
);

/** Machine settings of a node pool. */
export const powervsNodePoolFields = {};
