import { type ClusterRendering, type PlatformObject, platformBlock } from '../platform-rules.ts';
import { azureSigningKey } from './signing-key.ts';

/** Secrets of a cluster on Azure: where it is, and the user's own signing key. */
export const azureObjects = (
  rendering: ClusterRendering,
  secretOf: (credentialId: string) => string,
): readonly PlatformObject[] => {
  const { subscriptionId, tenantId } = platformBlock(rendering.spec, 'azure').azure;
  return [
    {
      kind: 'Secret',
      name: `${rendering.hostedClusterName}-cloud-credentials`,
      data: { AZURE_SUBSCRIPTION_ID: subscriptionId, AZURE_TENANT_ID: tenantId },
    },
    ...azureSigningKey.objects(rendering, secretOf),
  ];
};
