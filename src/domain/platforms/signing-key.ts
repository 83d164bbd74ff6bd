import type { ClusterSpec } from '../cluster/cluster-spec.ts';
import type { JsonObject } from '../shared/json.ts';
import { filled } from '../shared/present.ts';
import type { ClusterRendering, CredentialReference, PlatformObject } from './platform-rules.ts';
import type { PlatformType } from './platform-specs.ts';

/** The part of `infrastructure` that says whose issuer it is. Berth's own key is not among the credentials of a spec. */
interface Infrastructure {
  readonly mode: 'existing' | 'managed';
  readonly serviceAccountSigningKeyCredentialId?: string | undefined;
}

interface SigningKeyPlace {
  readonly platform: PlatformType;
  infrastructureOf(spec: ClusterSpec): Infrastructure;
  /** Of the Secret, as the command line of HyperShift writes it on the platform. */
  secretName(hostedClusterName: string): string;
}

/** The user's own private key behind the issuer, on a platform where infrastructure may be the user's. */
export const usersSigningKey = ({ platform, infrastructureOf, secretName }: SigningKeyPlace) => {
  const credentialOf = (spec: ClusterSpec): string | undefined => {
    const { mode, serviceAccountSigningKeyCredentialId } = infrastructureOf(spec);
    return mode === 'existing' ? filled(serviceAccountSigningKeyCredentialId) : undefined;
  };
  return {
    credentials: (spec: ClusterSpec): readonly CredentialReference[] => {
      const id = credentialOf(spec);
      const path = ['spec', 'platform', platform, 'infrastructure', 'serviceAccountSigningKeyCredentialId'];
      return id === undefined ? [] : [{ path, id, kinds: ['signingKey'] }];
    },
    objects: (
      { spec, hostedClusterName }: ClusterRendering,
      secretOf: (credentialId: string) => string,
    ): readonly PlatformObject[] => {
      const id = credentialOf(spec);
      return id === undefined
        ? []
        : [{ kind: 'Secret', name: secretName(hostedClusterName), data: { key: secretOf(id) } }];
    },
    /** Of `spec` of the HostedCluster. */
    members: ({ spec, hostedClusterName }: ClusterRendering): JsonObject =>
      credentialOf(spec) === undefined
        ? {}
        : { serviceAccountSigningKey: { name: secretName(hostedClusterName) } },
  };
};
