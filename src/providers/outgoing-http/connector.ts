import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { mayContact } from './allowance.ts';
import type { Target, UrlRules } from './check-outgoing-url.ts';
import { chooseAddresses, type Resolvers } from './choose-addresses.ts';
import { OutgoingError } from './contract.ts';
import { unwrapIpv4 } from './embedded-ipv4.ts';
import { failureOf } from './failure-of.ts';
import { parseAddress } from './judge-address.ts';

export interface ConnectorParts {
  readonly target: Target;
  readonly rules: UrlRules;
  readonly resolvers: Resolvers;
  /** Makes the connection itself: `hostname` is always an address here. */
  readonly dial: buildConnector.connector;
  /** Checked between attempts: who asked may have gone. */
  readonly signal: AbortSignal;
}

const dialOnce = (dial: buildConnector.connector, options: buildConnector.Options): Promise<Socket> =>
  new Promise((resolve, reject) => {
    dial(options, (error, socket) => (error === null ? resolve(socket) : reject(error)));
  });

/** Mapped addresses and the IPv4 in them are the same host. */
const hostOf = (address: string): string | undefined => {
  const ip = parseAddress(address);
  return ip === undefined ? undefined : unwrapIpv4(ip).toString();
};

/** What is really at the other end, whatever was asked for. */
const checkRemote = (socket: Socket, address: string, { target, rules }: ConnectorParts): void => {
  const remote = socket.remoteAddress ?? '';
  if (hostOf(remote) === hostOf(address) && mayContact(rules.allowance, target.host, remote, target.port))
    return;
  socket.destroy();
  throw new OutgoingError({ kind: 'blocked', rule: 'remoteAddress' });
};

const dialAny = async (parts: ConnectorParts, options: buildConnector.Options): Promise<Socket> => {
  const { target, rules, resolvers, dial, signal } = parts;
  let failure: unknown;
  for (const address of await chooseAddresses(target, rules, resolvers)) {
    if (signal.aborted) throw new OutgoingError({ kind: 'timeout', phase: 'connect' });
    try {
      // The certificate is compared with the name, or with the address where the URL has one.
      const names = target.isLiteral ? {} : { servername: target.host };
      const socket = await dialOnce(dial, {
        ...options,
        hostname: address,
        port: String(target.port),
        ...names,
      });
      checkRemote(socket, address, parts);
      return socket;
    } catch (error) {
      failure = error;
      // Another address helps when this one is not reached, and not when it answered wrongly.
      const { kind } = failureOf(error);
      if (kind === 'blocked') throw error;
    }
  }
  throw failure;
};

/** Connects to one of the addresses that were judged, and to nothing else. */
export const createConnector =
  (parts: ConnectorParts): buildConnector.connector =>
  (options, callback) => {
    dialAny(parts, options).then(
      (socket) => {
        if (!parts.signal.aborted) return callback(null, socket);
        socket.destroy();
        callback(new OutgoingError({ kind: 'timeout', phase: 'connect' }), null);
      },
      (error: unknown) => callback(new OutgoingError(failureOf(error)), null),
    );
  };
