import type { Config } from './config.ts';
import { buildServices, ensureFirstFleetKey } from './container.ts';
import { buildOutgoingHttp } from './container-identity.ts';
import { startApi } from './start-api.ts';
import { startCore } from './start-core.ts';

const requireDatabaseUrl = ({ databaseUrl }: Config): string => {
  if (databaseUrl !== undefined) return databaseUrl;
  throw new Error(
    'DATABASE_URL is not set. `npm start` brings a database of its own; this program does not.',
  );
};

/** One process of the API, from its configuration until it listens. */
export const startApiProcess = async (config: Config): Promise<void> => {
  const { core, cursorSecret } = await startCore(config, 'berth-api', requireDatabaseUrl(config));
  await ensureFirstFleetKey(core);
  const http = buildOutgoingHttp(config);
  const { url, admin } = await startApi(core, buildServices(core, http), http, cursorSecret);
  core.logger.info({ url, adminPort: admin.port }, 'the API listens');
};
