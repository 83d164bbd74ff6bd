import type { ServerResponse } from 'node:http';
import type { RegisteredIssuer } from '../../../../src/providers/identity/contract.ts';
import { type CountingServer, serveHttp } from '../outgoing-http/counting-server.ts';
import { audience, keys, publicJwk } from './token-kit.ts';

export interface ScriptedIssuer {
  readonly server: CountingServer;
  readonly issuer: string;
  readonly registration: RegisteredIssuer;
  /** Requests for metadata and for keys so far. */
  readonly asked: () => readonly [metadata: number, keys: number];
}

type Answer = (response: ServerResponse, issuer: string) => void;

export const json =
  (value: unknown): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };

export const goodMetadata: Answer = (response, issuer) =>
  json({ issuer, jwks_uri: `${issuer}/jwks` })(response, issuer);
export const goodKeys: Answer = json({ keys: [publicJwk(keys.rsa)] });

/** An issuer that answers as it is told, also wrongly. The answers may be changed while it runs. */
export const startScriptedIssuer = async (
  script: { metadata?: Answer; keys?: Answer } = {},
): Promise<ScriptedIssuer> => {
  const asked: [number, number] = [0, 0];
  const server = await serveHttp((request, response) => {
    const isKeys = request.url === '/jwks';
    asked[isKeys ? 1 : 0] += 1;
    const answer = isKeys ? (script.keys ?? goodKeys) : (script.metadata ?? goodMetadata);
    answer(response, issuer);
  });
  const issuer = `http://127.0.0.1:${server.port}`;
  return {
    server,
    issuer,
    asked: () => [...asked],
    registration: {
      id: 'idp_1',
      tenantId: 'ten_1',
      issuer,
      audiences: [audience],
      algorithms: ['RS256'],
      clockToleranceSeconds: 30,
    },
  };
};
