import type { JsonObject } from '../shared/json.ts';
import type { CredentialStatus } from './credential-status.ts';

/** Kinds with a value that is kept sealed. */
export const secretKinds = [
  'pullSecret',
  'kubeconfig',
  'openstackClouds',
  'powervsApiKey',
  'signingKey',
  'sshKey',
] as const;
export type SecretKind = (typeof secretKinds)[number];

/** Kinds that open an account by trust: nothing of them is secret. */
export const keylessKinds = ['awsRole', 'azureFederated', 'gcpWorkloadIdentity'] as const;
export type KeylessKind = (typeof keylessKinds)[number];

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
] as const satisfies readonly (SecretKind | KeylessKind)[];
export type CredentialKind = (typeof credentialKinds)[number];

export const isSecretKind = (kind: CredentialKind): kind is SecretKind =>
  secretKinds.some((secret) => secret === kind);

/** A credential of a tenant, without its value: that is write-only. */
export interface Credential {
  readonly tenantId: string;
  readonly id: string;
  readonly name: string;
  readonly kind: CredentialKind;
  /** What may be read of it: role ARN, external id, client id … Empty for kinds that are nothing but a value. */
  readonly settings: JsonObject;
  /** Absent for kinds without a value. */
  readonly value?: {
    /** First 12 hexadecimal digits of an HMAC of the value: equal values of one tenant can be recognised. */
    readonly fingerprint: string;
    readonly updatedAt: string;
  };
  readonly status: CredentialStatus;
  readonly generation: number;
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}
