import { type AddressInfo, createServer } from 'node:net';
import { Registry } from 'prom-client';
import { type AdminServer, startAdminServer } from './admin-server.ts';
import { buildApp } from './app.ts';
import { type Core, monotonic } from './container.ts';
import { buildTokenVerifier } from './container-identity.ts';
import { buildRateLimits } from './container-limits.ts';
import { prepareDrain } from './drain.ts';
import type { OutgoingHttp } from './providers/outgoing-http/contract.ts';
import type { Services } from './services/contract.ts';
import { followRenewals, readTlsPair } from './tls-files.ts';

export interface RunningApi {
  readonly url: string;
  readonly admin: AdminServer;
}

const freePort = (host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, host, () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

/** Starts the HTTP side of a process. */
export const startApi = async (
  core: Core,
  services: Services,
  http: OutgoingHttp,
  cursorSecret: Buffer,
): Promise<RunningApi> => {
  const { config, logger, shutdown, database } = core;
  // Links name the port, so it has to be known before the application is built.
  const listenPort = config.port === 0 ? await freePort(config.host) : config.port;
  const tls = config.tlsFiles && (await readTlsPair(config.tlsFiles));
  const scheme = tls === undefined ? 'http' : 'https';
  const rateLimits = buildRateLimits(core);
  const app = await buildApp({
    services,
    tokens: buildTokenVerifier(http, database, monotonic),
    publicUrl: config.publicUrl ?? `${scheme}://${config.host}:${listenPort}`,
    cursorSecret,
    logger,
    ...(config.trustedProxies.length === 0 ? {} : { trustProxy: [...config.trustedProxies] }),
    corsOrigins: config.corsOrigins,
    rateLimits,
    ...(tls && { tls }),
  });
  await app.listen({ host: config.host, port: listenPort });
  const { port } = app.server.address() as AddressInfo;
  const drain = prepareDrain(app.server);
  if (tls !== undefined && config.tlsFiles !== undefined)
    followRenewals(core, app.server, config.tlsFiles, tls);
  shutdown.onStop('api', () => drain(() => app.close()));
  const registry = new Registry();
  const admin = await startAdminServer({
    host: config.adminHost,
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
  return { url: `${scheme}://${config.host}:${port}`, admin };
};
