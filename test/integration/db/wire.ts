import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A wire to PostgreSQL that can lose what is said on it, without a connection being closed. */
export interface Wire {
  /** The same database, through the wire. */
  readonly url: string;
  /** How many connections were made. */
  made(): number;
  /** From now on nothing is carried: neither on open connections nor on new ones. */
  lose(what: 'everything' | 'replies'): void;
  /** New connections are carried again; those that have lost something stay as they are. */
  restore(): void;
  close(): Promise<void>;
}

export const layWire = async (databaseUrl: string): Promise<Wire> => {
  const target = new URL(databaseUrl);
  const ends = new Set<Socket>();
  let made = 0;
  let state = { losesRequests: false, losesReplies: false };

  const server = createServer((near) => {
    made += 1;
    const far = connect({ host: target.hostname, port: Number(target.port || 5432) });
    let seen = state;
    const current = () => {
      if (state.losesReplies) seen = state;
      return seen;
    };
    near.on('data', (bytes) => void (current().losesRequests || far.write(bytes)));
    far.on('data', (bytes) => void (current().losesReplies || near.write(bytes)));
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end);
      end.on('error', () => undefined);
      end.on('close', () => {
        ends.delete(end);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.toString(),
    made: () => made,
    lose: (what) => {
      state = { losesRequests: what === 'everything', losesReplies: true };
    },
    restore: () => {
      state = { losesRequests: false, losesReplies: false };
    },
    close: async () => {
      for (const end of ends) end.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
