import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Milliseconds for which clients are asked to let go of their connections before these are closed. */
const leadMs = 500;
/** Milliseconds within which requests that are under way may end before their connections are cut. */
const endMs = 10_000;
const lookMs = 25;

/** Milliseconds of the two above; tests hand in shorter ones. */
const usualTimes = { leadMs, endMs };

/**
 * Takes a server out of service without a client noticing. A connection that is closed while its next request is on the
 * way fails that request, so every answer first says that it is the last one on its connection; only what is still
 * open afterwards is closed. Connections are followed from their first byte on: `closeAllConnections` does not know of those
 * in the middle of a TLS handshake, and one of these would keep the server open.
 */
export const prepareDrain = (
  server: Server,
  times: typeof usualTimes = usualTimes,
): ((close: () => Promise<void>) => Promise<void>) => {
  let isDraining = false;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    if (isDraining) response.shouldKeepAlive = false;
  });
  const countConnections = promisify(server.getConnections.bind(server));

  return async (close) => {
    isDraining = true;
    const end = performance.now() + times.leadMs;
    while (performance.now() < end && (await countConnections()) > 0) await delay(lookMs);
    const cut = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, times.endMs);
    await close();
    clearTimeout(cut);
  };
};
