import { ClientAssertionCredential } from '@azure/identity';
import { type CloudAccess, CloudError } from '../../contract.ts';
import type { AzureTokens } from './azure-api.ts';

/** Signs a token of Berth's own issuer, which an app of the tenant trusts. */
export type ClientAssertions = (access: CloudAccess, audience: string) => Promise<string>;

/** What Azure expects as the audience of a client assertion. */
const assertionAudience = 'api://AzureADTokenExchange';

const scope = 'https://management.azure.com/.default';

const textOf = ({ settings }: CloudAccess, member: string): string => {
  const value = settings[member];
  if (typeof value === 'string' && value !== '') return value;
  throw new CloudError('credentials', 'IncompleteCredential', `The credential has no ${member}.`);
};

/** No key is kept: an assertion of Berth's issuer is exchanged for a token of the tenant's app. */
export const createFederatedTokens = (access: CloudAccess, assertions: ClientAssertions): AzureTokens => {
  const credential = new ClientAssertionCredential(
    textOf(access, 'tenantId'),
    textOf(access, 'clientId'),
    () => assertions(access, assertionAudience),
  );
  return {
    get: async () => {
      try {
        return (await credential.getToken(scope)).token;
      } catch (error) {
        // The library's words name tenant and app; both are the tenant's own.
        const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
        throw new CloudError('credentials', 'TokenRefused', `Azure gave no token: ${message}`);
      }
    },
  };
};
