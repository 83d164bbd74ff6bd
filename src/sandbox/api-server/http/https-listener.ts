import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { followConnections } from '../../follow-connections.ts';

export interface ListenerOptions {
  readonly certPem: string;
  readonly keyPem: string;
  /** 0 takes a free one. */
  readonly port: number;
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

export interface Listener {
  readonly port: number;
  /** Cuts every connection, watches included. */
  close(): Promise<void>;
}

/** Longer than the idle time of the common clients, so that they never write into a connection we are closing. */
const keepAliveMs = 120_000;

/** Serves HTTPS on loopback. */
export const listen = async (options: ListenerOptions): Promise<Listener> => {
  const server = createServer(
    { cert: options.certPem, key: options.keyPem, keepAliveTimeout: keepAliveMs, requestTimeout: 60_000 },
    (request, response) => {
      request.on('error', () => undefined);
      response.on('error', () => undefined);
      void options.handle(request, response);
    },
  );
  const cutConnections = followConnections(server);
  server.on('clientError', (_, socket) => {
    socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  server.on('error', () => undefined);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cutConnections();
      }),
  };
};
