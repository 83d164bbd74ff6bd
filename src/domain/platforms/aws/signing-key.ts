import { platformBlock } from '../platform-rules.ts';
import { usersSigningKey } from '../signing-key.ts';

export const awsSigningKey = usersSigningKey({
  platform: 'aws',
  infrastructureOf: (spec) => platformBlock(spec, 'aws').aws.infrastructure,
  secretName: (hostedClusterName) => `${hostedClusterName}-sa-token-issuer-key`,
});
