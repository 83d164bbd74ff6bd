import type { CloudAccess, CloudSession, InfrastructureProvider } from '../contract.ts';
import { strangerTo } from '../stranger.ts';
import { preflightGcp } from './checks/preflight.ts';
import { verifyAccess } from './checks/verify.ts';
import { foundHandlers } from './handlers/found-handlers.ts';
import { identityHandlers } from './handlers/identity-handlers.ts';
import { natHandler } from './handlers/nat-handler.ts';
import { networkHandlers } from './handlers/network-handlers.ts';
import { projectRolesHandler } from './handlers/project-roles-handler.ts';
import { serviceAccountHandler } from './handlers/service-account-handler.ts';
import type { HandlerTools } from './handlers/tools.ts';
import { type GcpEndpoints, googleEndpoints } from './http/endpoints.ts';
import { createGcpApi } from './http/gcp-api.ts';
import {
  createFederatedTokens,
  type GcpTokens,
  readGcpPlace,
  type SubjectTokens,
} from './http/gcp-tokens.ts';
import { listOwnedGcp, removeOwnedGcp } from './owned/owned-resources.ts';
import { sweepHandlers } from './sweeps/sweep-handlers.ts';

export interface GcpProviderOptions {
  /** Signs tokens of Berth's own issuer, which the pools of tenants trust. */
  readonly subjectTokens: SubjectTokens;
  /** Google's own where absent. */
  readonly endpoints?: Partial<GcpEndpoints>;
  readonly fetch?: typeof fetch;
  /** Access tokens by another way than federation, for tests. */
  readonly tokensOf?: (access: CloudAccess) => GcpTokens;
  /** Of one call, in milliseconds. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 30_000;

const handlersOf = (tools: HandlerTools): CloudSession['handlers'] => ({
  ...foundHandlers(tools.api),
  ...networkHandlers(tools),
  nat: natHandler(tools),
  ...identityHandlers(tools),
  serviceAccount: serviceAccountHandler(tools),
  projectRoles: projectRolesHandler(tools.api),
  ...sweepHandlers(tools),
});

/** Google Cloud by its REST APIs. No key is kept: tokens of Berth's issuer are exchanged in the project of the tenant. */
export const createGcpProvider = (options: GcpProviderOptions): InfrastructureProvider => {
  const endpoints: GcpEndpoints = { ...googleEndpoints, ...options.endpoints };
  const { fetch: send = fetch, timeoutMs = defaultTimeoutMs } = options;
  const tokensOf =
    options.tokensOf ??
    ((access: CloudAccess) => createFederatedTokens(access, endpoints, options.subjectTokens));
  return {
    platform: 'gcp',
    credentialKinds: ['gcpWorkloadIdentity'],
    open: async (access) => {
      const { project } = readGcpPlace(access);
      const tokens = tokensOf(access);
      const api = createGcpApi({ endpoints, fetch: send, tokens, timeoutMs });
      const tools = { api, proven: new Set<string>(), isDestroying: access.phase === 'destroy' };
      return {
        handlers: handlersOf(tools),
        preflight: (request, plan) => preflightGcp(api, project, request, plan),
        listOwned: (instance) => listOwnedGcp(api, project, instance),
        removeOwned: (resource, instance) => removeOwnedGcp(api, resource, instance),
        verify: () => verifyAccess({ api, tokens, strangerTokens: tokensOf(strangerTo(access)), project }),
        close: () => undefined,
      };
    },
  };
};
