import { accountOfRole, cloudNameOf } from '../domain/credential/credential-settings.ts';
import type { NewCredential } from '../domain/credential/new-credential.ts';
import type { JsonObject } from '../domain/shared/json.ts';
import { readCredentialValue } from './credential-values.ts';

/** A credential as it will be stored, still open. */
export interface PreparedCredential {
  readonly settings: JsonObject;
  readonly value?: string;
  /** The account that it claims for its tenant. */
  readonly account?: { readonly platform: 'aws'; readonly account: string };
}

/**
 * What is stored of what a user asked for; throws when the value cannot be used.
 * @param newExternalId gives a fresh random one: 20 bytes or more of chance, never seen by the user before.
 */
export const prepareCredential = (asked: NewCredential, newExternalId: () => string): PreparedCredential => {
  if (asked.kind === 'awsRole') {
    const { roleArn } = asked.settings;
    return {
      settings: { roleArn, externalId: newExternalId() },
      account: { platform: 'aws', account: accountOfRole(roleArn) },
    };
  }
  if (asked.kind === 'openstackClouds') {
    const cloudName = cloudNameOf(asked.settings ?? {});
    return {
      settings: { cloud: cloudName },
      value: readCredentialValue(asked.kind, asked.value, { cloudName }),
    };
  }
  if ('value' in asked)
    return { settings: {}, value: readCredentialValue(asked.kind, asked.value, { cloudName: '' }) };
  return { settings: { ...asked.settings } };
};
