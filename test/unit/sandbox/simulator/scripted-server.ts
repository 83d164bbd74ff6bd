import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { makeServingCertificate } from '../../../../src/sandbox/guest-api/self-signed.ts';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
  readonly authorization: string | undefined;
}

/** An HTTPS server that answers as a test says, and remembers what it was asked. */
export const startScriptedServer = async (
  answer: (request: SeenRequest, response: ServerResponse) => void,
) => {
  const { certPem, keyPem } = await makeServingCertificate('127.0.0.1', Date.now());
  const seen: SeenRequest[] = [];
  const sockets = new Set<Duplex>();
  const read = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const url = new URL(request.url ?? '', 'https://localhost');
    const { method = '', headers } = request;
    const told = {
      method,
      path: url.pathname,
      query: url.searchParams,
      body,
      authorization: headers.authorization,
    };
    seen.push(told);
    answer(told, response);
  };
  const server = createServer({ cert: certPem, key: keyPem }, (request, response) => {
    read(request, response).catch(() => response.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    caPem: certPem,
    seen,
    /** Cuts every connection that is open now. */
    cut: () => sockets.forEach((socket) => void socket.destroy()),
    openSockets: () => sockets.size,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

export type ScriptedServer = Awaited<ReturnType<typeof startScriptedServer>>;

export const sendJson = (response: ServerResponse, body: unknown, code = 200, headers = {}): void => {
  response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};
