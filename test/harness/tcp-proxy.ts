import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between a client and a server on loopback and does to their connections what networks do. */
export interface TcpProxy {
  readonly port: number;
  /** Open connections carry nothing any more, in either direction, and nobody is told. New ones work. */
  blackhole(): void;
  /** Breaks open connections. */
  reset(): void;
  connections(): number;
  close(): Promise<void>;
}

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

export const startTcpProxy = async (targetPort: number): Promise<TcpProxy> => {
  const pairs = new Set<Pair>();

  const accept = (client: Socket): void => {
    const server = connect(targetPort, '127.0.0.1');
    const pair = { client, server };
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      socket.on('error', end).on('close', end);
    }
    client.pipe(server);
    server.pipe(client);
  };

  const listener = createServer(accept).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    blackhole: () => {
      for (const { client, server } of pairs) {
        client.unpipe(server).resume();
        server.unpipe(client).resume();
      }
    },
    reset: () => {
      for (const { client } of pairs) client.resetAndDestroy();
    },
    connections: () => pairs.size,
    close: async () => {
      for (const { client, server } of pairs) {
        client.destroy();
        server.destroy();
      }
      listener.close();
      await once(listener, 'close');
    },
  };
};
