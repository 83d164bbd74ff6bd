import cluster from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import { type Config, readConfig } from './config.ts';
import { buildServices, ensureFirstFleetKey } from './container.ts';
import { startApi } from './start-api.ts';
import { startCore } from './start-core.ts';
import { startProgram } from './start-program.ts';

const restartAfterMs = 1000;

const requireDatabaseUrl = (config: Config): string => {
  if (config.databaseUrl !== undefined) return config.databaseUrl;
  throw new Error(
    'DATABASE_URL is not set. `npm start` brings a database of its own; this program does not.',
  );
};

/** Processes share the port and are stateless; one that dies is replaced. */
const startProcesses = (config: Config): void => {
  let isStopping = false;
  // Each process has an admin port of its own, counted up from ADMIN_PORT.
  const fork = (index: number): void => {
    const adminPort = config.adminPort === 0 ? 0 : config.adminPort + index;
    const child = cluster.fork({ ADMIN_PORT: String(adminPort), API_PROCESSES: '1' });
    child.on('exit', async () => {
      if (isStopping) return;
      await delay(restartAfterMs);
      if (!isStopping) fork(index);
    });
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      isStopping = true;
      for (const child of Object.values(cluster.workers ?? {})) child?.process.kill('SIGTERM');
    });
  }
  for (let index = 0; index < config.apiProcesses; index += 1) fork(index);
};

const startProcess = async (config: Config): Promise<void> => {
  const { core, encryptionKey } = await startCore(config, 'berth-api', requireDatabaseUrl(config));
  await ensureFirstFleetKey(core);
  const { url, admin } = await startApi(core, buildServices(core), encryptionKey);
  core.logger.info({ url, adminPort: admin.port }, 'the API listens');
};

await startProgram('berth-api', async () => {
  const config = readConfig(process.env);
  if (cluster.isPrimary && config.apiProcesses > 1) startProcesses(config);
  else await startProcess(config);
});
