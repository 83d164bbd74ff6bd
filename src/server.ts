import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';

/** How long a client may take to send its header and its whole request, and how often that is looked at. */
export interface ReceiveTimeouts {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly checkEveryMs: number;
}

export interface ConnectionLimits {
  /** How long a connection may stay open between two requests. Longer than that of usual proxies (60 s), so that they close first. */
  readonly keepAliveMs: number;
  /** How long nothing may move on a connection while it has a request: of a client that does not read its answer. Longer than the longest wait. */
  readonly silentMs: number;
  /** Open connections of a process; further ones are closed at once. */
  readonly maxConnections: number;
  /** Requests on one connection; the last answer says that it closes. Spreads old connections over new processes. */
  readonly requestsPerConnection: number;
}

/** What a server shows to its clients, in PEM. */
export interface TlsPair {
  readonly cert: string;
  readonly key: string;
  /** Only who has a certificate of this authority gets in; keys and tokens are asked for all the same. */
  readonly clientCa?: string;
}

export const usualTimeouts: ReceiveTimeouts = { headersMs: 10_000, requestMs: 30_000, checkEveryMs: 2_000 };

export const usualConnections: ConnectionLimits = {
  keepAliveMs: 72_000,
  silentMs: 90_000,
  maxConnections: 10_000,
  requestsPerConnection: 100_000,
};

const handshakeMs = 10_000;

// Of TLS 1.2 only suites with forward secrecy and authenticated encryption (RFC 9325 §4.2); TLS 1.3 has no others.
const ciphers = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

/** Options of a TLS server, for its start and for `setSecureContext` when the certificate is renewed. */
export const tlsOptions = ({ cert, key, clientCa }: TlsPair) => ({
  cert,
  key,
  minVersion: 'TLSv1.2' as const,
  ciphers,
  honorCipherOrder: true,
  ...(clientCa === undefined ? {} : { ca: clientCa, requestCert: true, rejectUnauthorized: true }),
});

/** Makes the server that the application listens with, by http or by https, with all limits of its connections. */
export const createServerFactory =
  (options: {
    readonly timeouts: ReceiveTimeouts;
    readonly limits: ConnectionLimits;
    readonly tls: TlsPair | undefined;
  }) =>
  (handler: RequestListener): Server => {
    const { timeouts, limits, tls } = options;
    const http: ServerOptions = {
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      connectionsCheckingInterval: timeouts.checkEveryMs,
      keepAliveTimeout: limits.keepAliveMs,
      // A lenient parser and a strict proxy see two requests where there is one.
      insecureHTTPParser: false,
    };
    const server =
      tls === undefined
        ? createServer(http, handler)
        : createTlsServer({ ...http, ...tlsOptions(tls), handshakeTimeout: handshakeMs }, handler);
    server.timeout = limits.silentMs;
    server.maxConnections = limits.maxConnections;
    server.maxRequestsPerSocket = limits.requestsPerConnection;
    return server;
  };
