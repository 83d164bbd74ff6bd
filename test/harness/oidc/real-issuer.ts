import { generateKeyPairSync } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { TokenStore } from './token-store.ts';

export interface RealIssuerOptions {
  /** Of the access tokens: the API that they are for. */
  readonly audience: string;
  /** With which it signs. */
  readonly algorithm?: 'RS256' | 'ES256';
  /** Programs that may ask for tokens by the client credentials grant. */
  readonly clients?: readonly string[];
  /** Further claims of the access tokens, by the id of the client: groups, roles. */
  readonly claims?: Readonly<Record<string, object>>;
}

/** A running oidc-provider that can be stopped, started again at its address, and given other keys while it runs. */
export interface RealIssuer {
  readonly issuer: string;
  /** Paths that were asked for since the start. */
  readonly requests: readonly string[];
  /** An access token for a client, by default the first one. Lives 10 minutes. */
  readonly issueToken: (client?: string) => Promise<string>;
  readonly issueIdToken: () => Promise<string>;
  /** The old key goes at once, and the new one signs. */
  readonly rotate: (kid: string) => void;
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
}

const clientSecret = 'a-secret-of-the-test';
const lifeSeconds = 600;

const signingJwk = (kid: string, algorithm: string): object => {
  const { privateKey } =
    algorithm === 'RS256'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig' };
};

const clientOf = (id: string, algorithm: string): object => ({
  client_id: id,
  client_secret: clientSecret,
  grant_types: ['client_credentials'],
  redirect_uris: [],
  response_types: [],
  id_token_signed_response_alg: algorithm,
});

type Settings = Required<RealIssuerOptions>;

const configurationOf = (jwk: object, { audience, algorithm, clients, claims }: Settings): object => ({
  adapter: TokenStore,
  jwks: { keys: [jwk] },
  cookies: { keys: ['a-key-of-the-test'] },
  ttl: { ClientCredentials: lifeSeconds, IdToken: lifeSeconds },
  clients: clients.map((id) => clientOf(id, algorithm)),
  extraTokenClaims: (_context: unknown, { clientId }: { readonly clientId: string }) => claims[clientId],
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => audience,
      getResourceServerInfo: () => ({
        scope: 'clusters',
        audience,
        accessTokenFormat: 'jwt',
        accessTokenTTL: lifeSeconds,
        jwt: { sign: { alg: algorithm } },
      }),
    },
  },
});

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server
      .once('error', reject)
      .listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

const askForToken = async (issuer: string, client: string, resource: string): Promise<string> => {
  const basic = Buffer.from(`${client}:${clientSecret}`).toString('base64');
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'clusters', resource }),
  });
  const { access_token: token } = (await response.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`the provider gave no token, but status ${response.status}`);
  return token;
};

export const startRealIssuer = async (options: RealIssuerOptions): Promise<RealIssuer> => {
  const settings: Settings = { algorithm: 'RS256', clients: ['orchestrator'], claims: {}, ...options };
  const [firstClient = ''] = settings.clients;
  const requests: string[] = [];
  let answer: RequestListener = (_request, response) => response.end();
  const serve = (): Server =>
    createServer((request, response) => {
      requests.push(request.url ?? '');
      answer(request, response);
    });
  let server = serve();
  const port = await listen(server, 0);
  const issuer = `http://127.0.0.1:${port}`;
  let provider: Provider;
  const rotate = (kid: string): void => {
    provider = new Provider(issuer, configurationOf(signingJwk(kid, settings.algorithm), settings));
    answer = provider.callback();
  };
  rotate('key-1');

  return {
    issuer,
    requests,
    rotate,
    issueToken: (client = firstClient) => askForToken(issuer, client, settings.audience),
    issueIdToken: async () => {
      const client = await provider.Client.find(firstClient);
      const token = new provider.IdToken({ sub: 'someone' }, { client });
      token.scope = 'openid';
      token.set('nonce', 'n');
      return await token.issue({ use: 'idtoken' });
    },
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
    start: async () => {
      server = serve();
      await listen(server, port);
    },
  };
};
