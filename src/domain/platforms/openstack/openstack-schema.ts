import { objectOf, text } from '../../shared/schema.ts';

export const openstackSchema = objectOf(
  'OpenstackPlatformInput',
  {
    region: text('^[a-z0-9-]+$', { maxLength: 64, hint: 'a region', description: 'Region.' }),
  },
  'Settings of OpenStack.',
);

/** Machine settings of a node pool. */
export const openstackNodePoolFields = {};
