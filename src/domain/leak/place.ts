import { accountOfRole } from '../credential/credential-settings.ts';
import type { PlatformType } from '../platforms/platform-specs.ts';
import type { JsonObject } from '../shared/json.ts';

/** Where leaks are looked for: an account in a cloud as one tenant opens it, or a management cluster. */
export type LeakPlace =
  | CloudPlace
  | {
      readonly place: string;
      readonly kind: 'managementCluster';
      readonly managementClusterId: string;
    };

export interface CloudPlace {
  readonly place: string;
  readonly kind: 'cloud';
  readonly platform: PlatformType;
  readonly tenantId: string;
  /** Account, subscription or project. */
  readonly account: string;
  /** Credentials that open it, the newest first. */
  readonly credentialIds: readonly string[];
  readonly regions: readonly string[];
}

/** A credential of a tenant that may open a cloud account. */
export interface PlaceCredential {
  readonly tenantId: string;
  readonly credentialId: string;
  readonly kind: string;
  readonly settings: JsonObject;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const clouds: Readonly<
  Record<string, { readonly platform: PlatformType; account(settings: JsonObject): string }>
> = {
  awsRole: { platform: 'aws', account: ({ roleArn }) => accountOfRole(text(roleArn)) },
  azureFederated: { platform: 'azure', account: ({ subscriptionId }) => text(subscriptionId) },
  gcpWorkloadIdentity: {
    platform: 'gcp',
    account: ({ serviceAccountEmail }) => /@([^.]+)\./.exec(text(serviceAccountEmail))?.[1] ?? '',
  },
};

/** Kinds of credentials that open a cloud in which Berth makes things. */
export const cloudCredentialKinds: readonly string[] = Object.keys(clouds);

/** The place that a credential opens; undefined: Berth makes nothing there. */
export const cloudPlaceOf = (
  credential: PlaceCredential,
  regions: readonly string[] = [],
): CloudPlace | undefined => {
  const { tenantId, credentialId, kind, settings } = credential;
  const cloud = Object.hasOwn(clouds, kind) ? clouds[kind] : undefined;
  if (cloud === undefined) return undefined;
  const account = cloud.account(settings) || credentialId;
  const place = `${cloud.platform}:${account}:${tenantId}`;
  return {
    place,
    kind: 'cloud',
    platform: cloud.platform,
    tenantId,
    account,
    credentialIds: [credentialId],
    regions,
  };
};
