import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { RegisteredIssuer } from '../../../../src/providers/identity/contract.ts';
import { createTokenVerifier } from '../../../../src/providers/identity/token-verifier.ts';
import { createOutgoingHttp } from '../../../../src/providers/outgoing-http/outgoing-http.ts';
import { type CountingServer, serveHttp } from '../outgoing-http/counting-server.ts';
import { rs256, sealToken, type TokenPart } from './seal-token.ts';

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const rsa = (kid: string, modulusLength = 2048): SigningKey => ({
  kid,
  ...generateKeyPairSync('rsa', { modulusLength }),
});
const ec = (kid: string, namedCurve: string): SigningKey => ({
  kid,
  ...generateKeyPairSync('ec', { namedCurve }),
});

/** Made once for all tests: RSA keys take long. `stranger` belongs to another issuer, `removed` to this one a while ago. */
export const keys = {
  rsa: rsa('rsa-1'),
  second: rsa('rsa-2'),
  weak: rsa('rsa-1024', 1024),
  stranger: rsa('rsa-1'),
  removed: rsa('rsa-0'),
  ec: ec('ec-1', 'P-256'),
  ec384: ec('ec-384', 'P-384'),
};

export const publicJwk = ({ kid, publicKey }: SigningKey): object => ({
  ...publicKey.export({ format: 'jwk' }),
  kid,
  use: 'sig',
});

/** 2026-11-30T12:00:00Z, in seconds. */
export const now = 1_796_040_000;
export const audience = 'https://berth.example.com';

export interface TokenKit {
  readonly issuer: string;
  /** Of the issuer. */
  readonly server: CountingServer;
  /** Of whoever forges: nobody may ever connect to it. */
  readonly trap: CountingServer;
  readonly registration: RegisteredIssuer;
  readonly claims: (changes?: object) => object;
  readonly header: (changes?: object) => object;
  /** A token that the issuer might have made, with changes; undefined takes a member away. */
  readonly seal: (claims?: TokenPart, header?: TokenPart) => string;
}

export const createKit = async (): Promise<TokenKit> => {
  const trap = await serveHttp((_request, response) =>
    response.end(JSON.stringify({ keys: [publicJwk(keys.stranger)] })),
  );
  const published = [keys.rsa, keys.second, keys.weak, keys.ec, keys.ec384].map(publicJwk);
  const server = await serveHttp((request, response) => {
    const body = request.url === '/jwks' ? { keys: published } : { issuer, jwks_uri: `${issuer}/jwks` };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const issuer = `http://127.0.0.1:${server.port}`;
  const claims = (changes: object = {}): object => ({
    iss: issuer,
    aud: audience,
    sub: 'orchestrator',
    client_id: 'orchestrator',
    iat: now - 10,
    exp: now + 600,
    jti: 'token-1',
    ...changes,
  });
  const header = (changes: object = {}): object => ({
    alg: 'RS256',
    typ: 'at+jwt',
    kid: 'rsa-1',
    ...changes,
  });
  return {
    issuer,
    server,
    trap,
    claims,
    header,
    seal: (made = claims(), head = header()) => sealToken(head, made, rs256(keys.rsa.privateKey)),
    registration: {
      id: 'idp_1',
      tenantId: 'ten_1',
      issuer,
      audiences: [audience],
      algorithms: ['RS256', 'ES256'],
      clockToleranceSeconds: 30,
    },
  };
};

/** A client that may speak to servers of tests on this machine. */
export const loopbackHttp = createOutgoingHttp({ allowedPrivate: ['127.0.0.1/32:*'], allowHttp: true });

/** A clock that stands still until it is moved, in seconds. */
export const createClock = (start = now) => {
  let seconds = start;
  let aged = 0;
  return {
    move: (by: number): void => {
      seconds += by;
    },
    /** Keys get older, and tokens do not. */
    age: (by: number): void => {
      aged += by;
    },
    now: () => seconds * 1_000,
    monotonic: () => (seconds + aged) * 1_000,
  };
};

export const verifierOf = (registrations: readonly RegisteredIssuer[], clock = createClock()) =>
  createTokenVerifier({
    http: loopbackHttp,
    findIssuers: async (issuer) => registrations.filter((registration) => registration.issuer === issuer),
    ...clock,
  });
