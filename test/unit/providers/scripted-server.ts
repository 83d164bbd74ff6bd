import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers one request; may also not answer, cut, or answer nonsense. `nth` counts from 1. */
export type Script = (request: SeenRequest, response: ServerResponse, nth: number) => void;

export interface ScriptedServer {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
  /** Sockets that are open on the server's side. */
  sockets(): number;
  close(): Promise<void>;
}

/** A server that does what a test tells it to. With `tls`, over HTTPS. */
export const startScriptedServer = async (
  script: Script,
  tls?: { key: string; cert: string },
): Promise<ScriptedServer> => {
  const seen: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  const handle = async (incoming: http.IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const url = new URL(incoming.url ?? '/', 'http://server');
    const request = {
      method: incoming.method ?? '',
      path: (incoming.url ?? '').split('?')[0] ?? '',
      query: Object.fromEntries(url.searchParams),
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    seen.push(request);
    script(request, response, seen.length);
  };
  const listener = (incoming: http.IncomingMessage, response: ServerResponse) => {
    handle(incoming, response).catch(() => response.destroy());
  };
  const server = tls ? https.createServer(tls, listener) : http.createServer(listener);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    sockets: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};

export const kubeconfigOf = (
  server: string,
  { cluster = {}, user = { token: 'secret-token-of-berth' } }: { cluster?: object; user?: object } = {},
): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'hub',
    clusters: [{ name: 'hub', cluster: { server, ...cluster } }],
    users: [{ name: 'berth', user }],
    contexts: [{ name: 'hub', context: { cluster: 'hub', user: 'berth' } }],
  });

export const answer = (
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
};

/** A failure as the Kubernetes API words it. */
export const answerStatus = (
  response: ServerResponse,
  code: number,
  reason: string,
  { message = `${reason} of the test`, details = {} }: { message?: string; details?: object } = {},
  headers: Record<string, string> = {},
): void =>
  answer(
    response,
    code,
    { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, details, code },
    headers,
  );

export const configMapNamed = (name: string, extra: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'hc-one', uid: `uid-of-${name}`, resourceVersion: '7' },
  ...extra,
});
