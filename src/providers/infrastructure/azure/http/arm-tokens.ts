import type { ClientAssertionCredentialOptions } from '@azure/identity';
import type { AzureFederatedSettings } from '../../../../domain/credential/credential-settings.ts';
import { type CloudAccess, CloudError } from '../../contract.ts';
import type { AzureEndpoints } from './endpoints.ts';

/** Access tokens of one session. Throws `CloudError`. */
export interface ArmTokens {
  get(): Promise<string>;
}

/** Signs a token of Berth's own issuer for a tenant, which stands for the secret of an application. */
export type ClientAssertions = (access: CloudAccess, audience: string) => Promise<string>;

/** What Entra ID asks of tokens that are exchanged. Source: workload identity federation. */
const exchangeAudience = 'api://AzureADTokenExchange';

export interface AzurePlace {
  readonly tenantId: string;
  readonly clientId: string;
  readonly subscriptionId: string;
}

const uuid = /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;

/** Throws when a credential has no settings that can be used: they go into addresses. */
export const readAzurePlace = ({ settings }: CloudAccess): AzurePlace => {
  const { tenantId = '', clientId = '', subscriptionId = '' } = settings as Partial<AzureFederatedSettings>;
  if (![tenantId, clientId, subscriptionId].every((id) => uuid.test(id)))
    throw new CloudError('credentials', 'SettingsInvalid', 'The settings of the credential cannot be used.');
  return { tenantId, clientId, subscriptionId };
};

type HttpClient = NonNullable<ClientAssertionCredentialOptions['httpClient']>;

/** What the last answer of Entra ID was, which the errors of the library do not tell. */
interface LastAnswer {
  status?: number;
  code?: string;
}

const wrapHeaders = (headers: Headers) => ({
  get: (name: string) => headers.get(name) ?? undefined,
  has: (name: string) => headers.has(name),
  set: (name: string, value: string | number | boolean) => headers.set(name, String(value)),
  delete: (name: string) => headers.delete(name),
  toJSON: () => Object.fromEntries(headers),
  [Symbol.iterator]: () => headers.entries(),
});

/** Sends the requests of the library by `fetch`. */
const clientOf = (send: typeof fetch, timeoutMs: number, last: LastAnswer): HttpClient => ({
  sendRequest: async (request) => {
    delete last.status;
    delete last.code;
    const response = await send(request.url, {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      ...(typeof request.body === 'string' ? { body: request.body } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const bodyAsText = await response.text();
    last.status = response.status;
    const code = /AADSTS\d+/.exec(bodyAsText)?.[0];
    if (code !== undefined) last.code = code;
    return { request, status: response.status, headers: wrapHeaders(response.headers), bodyAsText };
  },
});

const toCloudError = ({ status, code }: LastAnswer): CloudError => {
  if (status === 429)
    return new CloudError('throttled', 'TooManyRequests', 'Requests for tokens are throttled.');
  if (status === undefined || status >= 500)
    return new CloudError('transient', 'TokenServiceUnreachable', 'Microsoft Entra ID does not answer.');
  return new CloudError(
    'credentials',
    code ?? 'TokenRefused',
    'Microsoft Entra ID does not accept the federated credential of the application.',
  );
};

export interface FederatedTokenOptions {
  readonly clientAssertions: ClientAssertions;
  readonly endpoints: AzureEndpoints;
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
}

/** Tokens without a stored secret: Berth's own token is exchanged for one of the tenant's application. */
export const createFederatedTokens = (access: CloudAccess, options: FederatedTokenOptions): ArmTokens => {
  const { clientAssertions, endpoints, fetch: send, timeoutMs } = options;
  const { tenantId, clientId } = readAzurePlace(access);
  const last: LastAnswer = {};
  const assert = (): Promise<string> => clientAssertions(access, exchangeAudience);
  const scope = `${endpoints.management}/.default`;
  const open = async () => {
    // The library is large: it is loaded when a cloud is first reached.
    const { ClientAssertionCredential } = await import('@azure/identity');
    return new ClientAssertionCredential(tenantId, clientId, assert, {
      authorityHost: endpoints.authority,
      disableInstanceDiscovery: true,
      retryOptions: { maxRetries: 0 },
      httpClient: clientOf(send, timeoutMs, last),
    });
  };
  let credential: ReturnType<typeof open> | undefined;
  return {
    get: async () => {
      credential ??= open();
      const opened = await credential;
      try {
        return (await opened.getToken(scope)).token;
      } catch (error) {
        if (error instanceof CloudError) throw error;
        throw toCloudError(last);
      }
    },
  };
};
