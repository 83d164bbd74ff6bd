import { platformBlock } from '../platform-rules.ts';
import { usersSigningKey } from '../signing-key.ts';

export const gcpSigningKey = usersSigningKey({
  platform: 'gcp',
  infrastructureOf: (spec) => platformBlock(spec, 'gcp').gcp.infrastructure,
  secretName: (hostedClusterName) => `${hostedClusterName}-sa-token-issuer-key`,
});
