import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { type CredentialReference, platformBlock } from '../platform-rules.ts';
import { signingKeyCredentialOf } from './signing-key.ts';

/** What a spec refers to: the way into the project, and the user's own signing key. */
export const gcpCredentials = (spec: ClusterSpec): readonly CredentialReference[] => {
  const { credentialId } = platformBlock(spec, 'gcp').gcp;
  const signingKey = signingKeyCredentialOf(spec);
  const at = ['spec', 'platform', 'gcp'];
  return [
    ...(credentialId === undefined
      ? []
      : [{ path: [...at, 'credentialId'], id: credentialId, kinds: ['gcpWorkloadIdentity' as const] }]),
    ...(signingKey === undefined
      ? []
      : [
          {
            path: [...at, 'infrastructure', 'serviceAccountSigningKeyCredentialId'],
            id: signingKey,
            kinds: ['signingKey' as const],
          },
        ]),
  ];
};
