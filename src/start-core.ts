import type { Config } from './config.ts';
import { buildCore, type Core } from './container.ts';
import { openDatabase } from './db/client.ts';
import { migrate } from './db/migrate.ts';
import { loadEncryptionKey } from './encryption-key.ts';
import { createShutdown, stopOnSignals } from './shutdown.ts';
import { createLogger } from './telemetry/logger.ts';

/** Brings the schema up to date; safe when several processes start at once. */
const migrateFirst = async (url: string, name: string): Promise<void> => {
  const pool = openDatabase({
    url,
    maxConnections: 1,
    applicationName: `${name}-migrate`,
    onError: () => undefined,
  });
  try {
    await migrate(pool);
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
): Promise<{ readonly core: Core; readonly encryptionKey: Buffer }> => {
  const logger = createLogger({ level: config.logLevel, name });
  const shutdown = createShutdown(logger);
  if (embedded !== undefined) shutdown.onStop('embedded services', embedded.stop);
  stopOnSignals(shutdown, logger, embedded !== undefined);
  process.on('unhandledRejection', (error) => logger.error({ error }, 'a rejection was not handled'));
  const encryptionKey = await loadEncryptionKey(config, embedded !== undefined);
  await migrateFirst(databaseUrl, name);
  return { core: buildCore({ config, logger, shutdown, databaseUrl, encryptionKey, name }), encryptionKey };
};
