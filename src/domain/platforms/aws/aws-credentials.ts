import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { filled } from '../../shared/present.ts';
import { type CredentialReference, platformBlock } from '../platform-rules.ts';
import { awsSigningKey } from './signing-key.ts';

const path = ['spec', 'platform', 'aws'];

const referenceToRole = (
  id: string | undefined,
  ...below: readonly string[]
): readonly CredentialReference[] => {
  const given = filled(id);
  return given === undefined ? [] : [{ path: [...path, ...below], id: given, kinds: ['awsRole'] }];
};

/** Credentials that the block of AWS names. */
export const awsCredentials = (spec: ClusterSpec): readonly CredentialReference[] => {
  const { credentialId, infrastructure } = platformBlock(spec, 'aws').aws;
  const vpcOwner =
    infrastructure.mode === 'managed' ? infrastructure.sharedVpc?.vpcOwnerCredentialId : undefined;
  return [
    ...referenceToRole(credentialId, 'credentialId'),
    ...referenceToRole(vpcOwner, 'infrastructure', 'sharedVpc', 'vpcOwnerCredentialId'),
    ...awsSigningKey.credentials(spec),
  ];
};
