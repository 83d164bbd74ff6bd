import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { type CredentialReference, platformBlock } from '../platform-rules.ts';
import { gcpSigningKey } from './signing-key.ts';

/** What a spec refers to: the way into the project, and the user's own signing key. */
export const gcpCredentials = (spec: ClusterSpec): readonly CredentialReference[] => {
  const { credentialId: id } = platformBlock(spec, 'gcp').gcp;
  const path = ['spec', 'platform', 'gcp', 'credentialId'];
  return [
    ...(id === undefined ? [] : [{ path, id, kinds: ['gcpWorkloadIdentity'] as const }]),
    ...gcpSigningKey.credentials(spec),
  ];
};
