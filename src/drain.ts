import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Milliseconds for which clients are asked to let go of their connections before these are closed. */
const leadMs = 500;
/** Milliseconds within which requests that are under way may end before their connections are cut. */
const endMs = 10_000;
const lookMs = 25;

/**
 * Takes a server out of service without a client noticing. A connection that is closed while its next request is on the
 * way fails that request, so every answer first says that it is the last one on its connection; only what is still
 * open afterwards is closed.
 */
export const prepareDrain = (server: Server): ((close: () => Promise<void>) => Promise<void>) => {
  let isDraining = false;
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    if (isDraining) response.shouldKeepAlive = false;
  });
  const countConnections = promisify(server.getConnections.bind(server));

  return async (close) => {
    isDraining = true;
    const end = performance.now() + leadMs;
    while (performance.now() < end && (await countConnections()) > 0) await delay(lookMs);
    const cut = setTimeout(() => server.closeAllConnections(), endMs);
    await close();
    clearTimeout(cut);
  };
};
