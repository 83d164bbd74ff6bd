import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { filled } from '../../shared/present.ts';
import { type CredentialReference, platformBlock } from '../platform-rules.ts';
import { azureSigningKey } from './signing-key.ts';

/** Credentials that the block of Azure names. */
export const azureCredentials = (spec: ClusterSpec): readonly CredentialReference[] => {
  const account = filled(platformBlock(spec, 'azure').azure.credentialId);
  const path = ['spec', 'platform', 'azure', 'credentialId'];
  return [
    ...(account === undefined ? [] : [{ path, id: account, kinds: ['azureFederated'] as const }]),
    ...azureSigningKey.credentials(spec),
  ];
};
