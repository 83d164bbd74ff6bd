import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import type { JsonObject } from '../../shared/json.ts';
import { filled } from '../../shared/present.ts';
import { type ClusterRendering, type PlatformObject, platformBlock } from '../platform-rules.ts';

/** Without a hyphen, as the command line of HyperShift writes it on Azure. */
const secretName = (hostedClusterName: string): string => `${hostedClusterName}sa-token-issuer-key`;

/** The user's own private key behind the issuer; a key of Berth's is not among the credentials of the spec. */
export const signingKeyCredentialOf = (spec: ClusterSpec): string | undefined => {
  const { infrastructure } = platformBlock(spec, 'azure').azure;
  return infrastructure.mode === 'existing'
    ? filled(infrastructure.serviceAccountSigningKeyCredentialId)
    : undefined;
};

export const signingKeyMembers = ({ spec, hostedClusterName }: ClusterRendering): JsonObject =>
  signingKeyCredentialOf(spec) === undefined
    ? {}
    : { serviceAccountSigningKey: { name: secretName(hostedClusterName) } };

/** Secrets of a cluster on Azure: where it is, and the user's own signing key. */
export const azureObjects = (
  { spec, hostedClusterName }: ClusterRendering,
  secretOf: (credentialId: string) => string,
): readonly PlatformObject[] => {
  const { subscriptionId, tenantId } = platformBlock(spec, 'azure').azure;
  const signingKey = signingKeyCredentialOf(spec);
  return [
    {
      kind: 'Secret',
      name: `${hostedClusterName}-cloud-credentials`,
      data: { AZURE_SUBSCRIPTION_ID: subscriptionId, AZURE_TENANT_ID: tenantId },
    },
    ...(signingKey === undefined
      ? []
      : [
          {
            kind: 'Secret' as const,
            name: secretName(hostedClusterName),
            data: { key: secretOf(signingKey) },
          },
        ]),
  ];
};
