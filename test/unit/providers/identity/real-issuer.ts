import { generateKeyPairSync } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import type { RegisteredIssuer } from '../../../../src/providers/identity/contract.ts';
import { audience } from './token-kit.ts';

const clientSecret = 'a-secret-of-the-test';

const signingJwk = (kid: string, type: 'rsa' | 'ec'): object => {
  const { privateKey } =
    type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig' };
};

const resourceServer = (alg: string): object => ({
  scope: 'clusters',
  audience,
  accessTokenFormat: 'jwt',
  accessTokenTTL: 600,
  jwt: { sign: { alg } },
});

const configurationOf = (jwks: readonly object[], alg: string): object => ({
  jwks: { keys: jwks },
  cookies: { keys: ['a-key-of-the-test'] },
  clients: [
    {
      client_id: 'orchestrator',
      client_secret: clientSecret,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      id_token_signed_response_alg: alg,
    },
  ],
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => audience,
      getResourceServerInfo: () => resourceServer(alg),
    },
  },
});

/** A running oidc-provider that can be stopped, started again at its address, and given other keys while it runs. */
export interface RealIssuer {
  readonly issuer: string;
  readonly registration: RegisteredIssuer;
  /** Paths that were asked for since the start. */
  readonly requests: readonly string[];
  /** Of the client `orchestrator`, by the client credentials grant. */
  readonly issueToken: () => Promise<string>;
  readonly issueIdToken: () => Promise<string>;
  /** The old key goes at once, and the new one signs. */
  readonly rotate: (kid: string) => void;
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
}

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server
      .once('error', reject)
      .listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

export const startRealIssuer = async (type: 'rsa' | 'ec' = 'rsa'): Promise<RealIssuer> => {
  const alg = type === 'rsa' ? 'RS256' : 'ES256';
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
    provider = new Provider(issuer, configurationOf([signingJwk(kid, type)], alg));
    answer = provider.callback();
  };
  rotate('key-1');

  const issueToken = async (): Promise<string> => {
    const basic = Buffer.from(`orchestrator:${clientSecret}`).toString('base64');
    const response = await fetch(`${issuer}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'clusters', resource: audience }),
    });
    const { access_token: token } = (await response.json()) as { access_token?: string };
    if (token === undefined) throw new Error(`the provider gave no token, but status ${response.status}`);
    return token;
  };

  return {
    issuer,
    requests,
    rotate,
    issueToken,
    issueIdToken: async () => {
      const token = new provider.IdToken(
        { sub: 'someone' },
        { client: await provider.Client.find('orchestrator') },
      );
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
    registration: {
      id: 'idp_real',
      tenantId: 'ten_1',
      issuer,
      audiences: [audience],
      algorithms: [alg],
      clockToleranceSeconds: 30,
    },
  };
};
