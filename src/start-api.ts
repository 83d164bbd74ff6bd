import { createHmac } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { type AdminServer, startAdminServer } from './admin-server.ts';
import { buildApp } from './app.ts';
import { buildServices, type Core } from './container.ts';
import type { Services } from './services/contract.ts';

export interface RunningApi {
  readonly url: string;
  readonly services: Services;
  readonly admin: AdminServer;
}

/** Seconds within which requests that are under way may end before their connections are cut. */
const drainMs = 10_000;

/** Starts the HTTP side of a process. */
export const startApi = async (core: Core, encryptionKey: Buffer): Promise<RunningApi> => {
  const { config, logger, shutdown, database } = core;
  const services = buildServices(core);
  // Signed with a key of their own, the same on every process.
  const cursorSecret = createHmac('sha256', encryptionKey).update('cursor').digest();
  const app = await buildApp({
    services,
    publicUrl: config.publicUrl ?? `http://${config.host}:${config.port}`,
    cursorSecret,
    logger,
    ...(config.trustedProxies.length === 0 ? {} : { trustProxy: [...config.trustedProxies] }),
  });
  await app.listen({ host: config.host, port: config.port });
  const { port } = app.server.address() as AddressInfo;
  shutdown.onStop('api', async () => {
    const cut = setTimeout(() => app.server.closeAllConnections(), drainMs);
    app.server.closeIdleConnections();
    await app.close();
    clearTimeout(cut);
  });
  const registry = new Registry();
  const admin = await startAdminServer({
    host: config.host,
    port: config.adminPort,
    registry,
    checks: {
      database: async () => {
        await database.system().query({ text: 'SELECT 1' });
        return undefined;
      },
    },
  });
  shutdown.onStop('admin port', () => admin.close());
  return { url: `http://${config.host}:${port}`, services, admin };
};
