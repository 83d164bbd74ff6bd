import { platformBlock } from '../platform-rules.ts';
import { usersSigningKey } from '../signing-key.ts';

export const azureSigningKey = usersSigningKey({
  platform: 'azure',
  infrastructureOf: (spec) => platformBlock(spec, 'azure').azure.infrastructure,
  // Without a hyphen, on Azure alone.
  secretName: (hostedClusterName) => `${hostedClusterName}sa-token-issuer-key`,
});
