import type { Config } from './config.ts';
import { buildCore, type Core } from './container.ts';
import { openDatabase } from './db/client.ts';
import { createDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { loadWrappingKeys, type WrappingKeys } from './encryption-key.ts';
import { ensureInstallationSecrets, type InstallationSecrets } from './installation-secrets.ts';
import { createShutdown, stopOnSignals } from './shutdown.ts';
import { createLogger } from './telemetry/logger.ts';

/** Brings the schema up to date and opens what all processes share; safe when several start at once. */
const prepareDatabase = async (
  url: string,
  name: string,
  { kms, seed }: WrappingKeys,
): Promise<InstallationSecrets> => {
  const pool = openDatabase({
    url,
    maxConnections: 1,
    applicationName: `${name}-migrate`,
    onError: () => undefined,
  });
  try {
    await migrate(pool);
    return await ensureInstallationSecrets(createDatabase(pool, 'berth_worker').system(), kms, seed);
  } finally {
    await pool.end();
  }
};

/** The common beginning of every program: logger, shutdown on signals, key, migrated database. */
export const startCore = async (
  config: Config,
  name: string,
  databaseUrl: string,
  embedded?: { readonly stop: () => Promise<void> },
): Promise<{ readonly core: Core; readonly cursorSecret: Buffer }> => {
  const logger = createLogger({ level: config.logLevel, name });
  const shutdown = createShutdown(logger);
  if (embedded !== undefined) shutdown.onStop('embedded services', embedded.stop);
  stopOnSignals(shutdown, logger, embedded !== undefined);
  process.on('unhandledRejection', (error) => logger.error({ error }, 'a rejection was not handled'));
  const keys = await loadWrappingKeys(config, embedded !== undefined);
  const secrets = await prepareDatabase(databaseUrl, name, keys);
  const { kms } = keys;
  const { fingerprint: fingerprintKey, cursor: cursorSecret } = secrets;
  const core = buildCore({ config, logger, shutdown, databaseUrl, kms, fingerprintKey, name });
  return { core, cursorSecret };
};
