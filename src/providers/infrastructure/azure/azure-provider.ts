import { type CloudAccess, CloudError, type InfrastructureProvider } from '../contract.ts';
import { azureHandlers } from './azure-handlers.ts';
import { preflightAzure } from './checks/preflight.ts';
import { verifyAzure } from './checks/verify.ts';
import { type AzureTokens, createAzureApi } from './http/azure-api.ts';
import { type ClientAssertions, createFederatedTokens } from './http/azure-tokens.ts';
import { listOwnedAzure, removeOwnedAzure } from './owned-resources.ts';

export interface AzureProviderOptions {
  /** Signs assertions of Berth's own issuer, which the apps of tenants trust. */
  readonly clientAssertions: ClientAssertions;
  /** Azure's own when absent. Without a slash at the end. */
  readonly endpoint?: string;
  readonly fetch?: typeof fetch;
  /** Access tokens by another way than federation, for tests. */
  readonly tokensOf?: (access: CloudAccess) => AzureTokens;
  /** Of one call, in milliseconds. */
  readonly timeoutMs?: number;
}

const subscriptionOf = ({ settings }: CloudAccess): string => {
  const { subscriptionId } = settings;
  if (typeof subscriptionId === 'string' && /^[0-9a-fA-F-]{36}$/.test(subscriptionId)) return subscriptionId;
  throw new CloudError('credentials', 'IncompleteCredential', 'The credential has no subscriptionId.');
};

/** Azure by its Resource Manager. No key is kept: assertions of Berth's issuer are exchanged for tokens of the tenant's app. */
export const createAzureProvider = (options: AzureProviderOptions): InfrastructureProvider => ({
  platform: 'azure',
  credentialKinds: ['azureFederated'],
  open: async (access) => {
    const subscriptionId = subscriptionOf(access);
    const api = createAzureApi({
      endpoint: options.endpoint ?? 'https://management.azure.com',
      fetch: options.fetch ?? fetch,
      tokens: options.tokensOf?.(access) ?? createFederatedTokens(access, options.clientAssertions),
      timeoutMs: options.timeoutMs ?? 30_000,
    });
    return {
      handlers: azureHandlers(api),
      preflight: (request, plan) => preflightAzure(api, request, plan),
      listOwned: (instance) => listOwnedAzure(api, subscriptionId, instance),
      removeOwned: (resource, instance) => removeOwnedAzure(api, resource, instance),
      verify: () => verifyAzure(api, subscriptionId),
      close: () => undefined,
    };
  },
});
