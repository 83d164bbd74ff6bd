import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { filled } from '../../shared/present.ts';
import { type CredentialReference, platformBlock } from '../platform-rules.ts';
import { signingKeyCredentialOf } from './signing-key.ts';

const path = ['spec', 'platform', 'azure'];

/** Credentials that the block of Azure names. */
export const azureCredentials = (spec: ClusterSpec): readonly CredentialReference[] => {
  const account = filled(platformBlock(spec, 'azure').azure.credentialId);
  const signingKey = signingKeyCredentialOf(spec);
  return [
    ...(account === undefined
      ? []
      : [{ path: [...path, 'credentialId'], id: account, kinds: ['azureFederated'] as const }]),
    ...(signingKey === undefined
      ? []
      : [
          {
            path: [...path, 'infrastructure', 'serviceAccountSigningKeyCredentialId'],
            id: signingKey,
            kinds: ['signingKey'] as const,
          },
        ]),
  ];
};
