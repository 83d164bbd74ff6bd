export const credentialKinds = [
  'pullSecret',
  'awsRole',
  'azureFederated',
  'gcpWorkloadIdentity',
  'kubeconfig',
  'openstackClouds',
  'powervsApiKey',
  'signingKey',
  'sshKey',
] as const;
export type CredentialKind = (typeof credentialKinds)[number];

/** A secret of a tenant, without its value: that is write-only. */
export interface Credential {
  readonly tenantId: string;
  readonly id: string;
  readonly name: string;
  readonly kind: CredentialKind;
  /** First 12 hexadecimal digits of an HMAC of the value: equal values of one tenant can be recognised. */
  readonly fingerprint: string;
  readonly generation: number;
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}
