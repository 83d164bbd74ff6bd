import type { Server } from 'node:https';
import type { Socket } from 'node:net';

/**
 * Follows the connections of a server from their first byte on; the answer cuts them all and lets no more be opened.
 * `closeAllConnections` does not know of those whose TLS handshake is under way: one of these, with a watch on it, would
 * keep the server open for minutes.
 */
export const followConnections = (server: Server): (() => void) => {
  const sockets = new Set<Socket>();
  let isCut = false;
  server.on('connection', (socket: Socket) => {
    if (isCut) socket.destroy();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
};
