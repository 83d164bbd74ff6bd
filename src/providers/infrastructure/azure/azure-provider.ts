import type { CloudAccess, InfrastructureProvider } from '../contract.ts';
import { strangerTo } from '../stranger.ts';
import { azureHandlers } from './azure-handlers.ts';
import { preflightAzure } from './checks/preflight.ts';
import { verifyAzure } from './checks/verify.ts';
import { createResourceView } from './handlers/resource-view.ts';
import { createArmApi } from './http/arm-api.ts';
import {
  type ArmTokens,
  type ClientAssertions,
  createFederatedTokens,
  readAzurePlace,
} from './http/arm-tokens.ts';
import { endpointsOf } from './http/endpoints.ts';
import { createOperationMemory } from './http/operations.ts';
import { ownedTypes } from './owned/owned-kinds.ts';
import { listOwnedAzure, removeOwnedAzure } from './owned/owned-resources.ts';

export interface AzureProviderOptions {
  /** Signs assertions of Berth's own issuer, which the applications of tenants trust. */
  readonly clientAssertions: ClientAssertions;
  /** Azure Resource Manager; that of the location's cloud when absent. Without a slash at the end. */
  readonly endpoint?: string;
  /** Microsoft Entra ID; that of the location's cloud when absent. */
  readonly authority?: string;
  readonly fetch?: typeof fetch;
  /** Access tokens by another way than federation, for tests. */
  readonly tokensOf?: (access: CloudAccess) => ArmTokens;
  /** Of one call, in milliseconds. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 30_000;

/** Azure by its Resource Manager. No key is kept: assertions of Berth's issuer are exchanged for tokens of the tenant's application. */
export const createAzureProvider = (options: AzureProviderOptions): InfrastructureProvider => {
  const operations = createOperationMemory();
  const { fetch: send = fetch, timeoutMs = defaultTimeoutMs } = options;
  return {
    platform: 'azure',
    credentialKinds: ['azureFederated'],
    open: async (access, location) => {
      const { subscriptionId } = readAzurePlace(access);
      const cloud = endpointsOf(location);
      const endpoints = {
        management: options.endpoint ?? cloud.management,
        authority: options.authority ?? cloud.authority,
      };
      const tokensOf =
        options.tokensOf ??
        ((who: CloudAccess) =>
          createFederatedTokens(who, {
            clientAssertions: options.clientAssertions,
            endpoints,
            fetch: send,
            timeoutMs,
          }));
      const tokens = tokensOf(access);
      const api = createArmApi({ management: endpoints.management, fetch: send, tokens, timeoutMs });
      const tools = {
        api,
        operations,
        view: createResourceView(),
        isDestroying: access.phase === 'destroy',
      };
      return {
        handlers: azureHandlers(tools),
        preflight: (request, plan) => preflightAzure(api, readAzurePlace(access), request, plan),
        listOwned: (instance) => listOwnedAzure(api, subscriptionId, instance),
        ownedTypes,
        removeOwned: (resource, instance) => removeOwnedAzure(tools, resource, instance),
        verify: () =>
          verifyAzure({ api, tokens, strangerTokens: tokensOf(strangerTo(access)), subscriptionId }),
        close: () => undefined,
      };
    },
  };
};
