import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import type { JsonObject } from '../../shared/json.ts';
import { filled } from '../../shared/present.ts';
import { type ClusterRendering, type PlatformObject, platformBlock } from '../platform-rules.ts';

const secretName = (hostedClusterName: string): string => `${hostedClusterName}-sa-token-issuer-key`;

/** The user's own key behind the issuer; Berth's own is not among the credentials of the spec. */
export const signingKeyCredentialOf = (spec: ClusterSpec): string | undefined => {
  const { infrastructure } = platformBlock(spec, 'aws').aws;
  return infrastructure.mode === 'existing'
    ? filled(infrastructure.serviceAccountSigningKeyCredentialId)
    : undefined;
};

export const signingKeyObjects = (
  { spec, hostedClusterName }: ClusterRendering,
  secretOf: (credentialId: string) => string,
): readonly PlatformObject[] => {
  const credentialId = signingKeyCredentialOf(spec);
  return credentialId === undefined
    ? []
    : [{ kind: 'Secret', name: secretName(hostedClusterName), data: { key: secretOf(credentialId) } }];
};

export const signingKeyMember = ({ spec, hostedClusterName }: ClusterRendering): JsonObject | undefined =>
  signingKeyCredentialOf(spec) === undefined ? undefined : { name: secretName(hostedClusterName) };
