import { createServer, type RequestListener, type Server } from 'node:http';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net';

export interface CountingServer {
  readonly port: number;
  /** Of the whole life of the server. */
  readonly connections: () => number;
  readonly stop: () => Promise<void>;
}

const listen = (server: TcpServer): Promise<CountingServer> =>
  new Promise((resolve) => {
    let connections = 0;
    const sockets = new Set<Socket>();
    server.on('connection', (socket: Socket) => {
      connections += 1;
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    });
    server.listen(0, '127.0.0.1', () =>
      resolve({
        port: (server.address() as AddressInfo).port,
        connections: () => connections,
        stop: () =>
          new Promise((stopped) => {
            for (const socket of sockets) socket.destroy();
            server.close(() => stopped());
          }),
      }),
    );
  });

export const serveHttp = (listener: RequestListener): Promise<CountingServer> =>
  listen(createServer(listener) as Server);

/** For what no server of HTTP would do. */
export const serveTcp = (onSocket: (socket: Socket) => void): Promise<CountingServer> =>
  listen(createTcpServer(onSocket));
