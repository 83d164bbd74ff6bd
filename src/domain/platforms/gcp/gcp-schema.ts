import { objectOf, text } from '../../shared/schema.ts';

export const gcpSchema = objectOf(
  'GcpPlatformInput',
  {
    region: text('^[a-z0-9-]+$', { maxLength: 64, hint: 'a region', description: 'Region.' }),
  },
  'Settings of GCP.',
);

/** Machine settings of a node pool. */
export const gcpNodePoolFields = {};
