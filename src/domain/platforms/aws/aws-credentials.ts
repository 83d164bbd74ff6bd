import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { filled } from '../../shared/present.ts';
import { type CredentialReference, platformBlock } from '../platform-rules.ts';
import { signingKeyCredentialOf } from './signing-key.ts';

const path = ['spec', 'platform', 'aws'];

const referenceTo = (
  id: string | undefined,
  kind: CredentialReference['kinds'][number],
  ...below: readonly string[]
): readonly CredentialReference[] => {
  const given = filled(id);
  return given === undefined ? [] : [{ path: [...path, ...below], id: given, kinds: [kind] }];
};

/** Credentials that the block of AWS names. */
export const awsCredentials = (spec: ClusterSpec): readonly CredentialReference[] => {
  const { credentialId, infrastructure } = platformBlock(spec, 'aws').aws;
  const vpcOwner =
    infrastructure.mode === 'managed' ? infrastructure.sharedVpc?.vpcOwnerCredentialId : undefined;
  return [
    ...referenceTo(credentialId, 'awsRole', 'credentialId'),
    ...referenceTo(vpcOwner, 'awsRole', 'infrastructure', 'sharedVpc', 'vpcOwnerCredentialId'),
    ...referenceTo(
      signingKeyCredentialOf(spec),
      'signingKey',
      'infrastructure',
      'serviceAccountSigningKeyCredentialId',
    ),
  ];
};
