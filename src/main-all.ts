import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareSandboxInstallation } from './bootstrap.ts';
import { type Config, readConfig } from './config.ts';
import { buildServices, newId } from './container.ts';
import { buildOutgoingHttp } from './container-identity.ts';
import { openDatabase } from './db/client.ts';
import { startEmbeddedPostgres } from './embedded/postgres.ts';
import { startSandbox } from './sandbox/sandbox.ts';
import { startApi } from './start-api.ts';
import { startCore } from './start-core.ts';
import { startProgram } from './start-program.ts';
import { startWorkerProcess } from './start-worker.ts';

const startDatabase = async (config: Config) => {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, stop: async () => undefined };
  return startEmbeddedPostgres({ directory: join(config.dataDirectory, 'postgres'), callerStops: true });
};

await startProgram('berth', async () => {
  const config = readConfig(process.env, { clouds: 'sandbox' });
  const database = await startDatabase(config);
  const { core, cursorSecret } = await startCore(config, 'berth', database.url, database);
  const { logger, shutdown } = core;
  const sandboxPool = openDatabase({
    url: database.url,
    maxConnections: 8,
    applicationName: 'berth-sandbox',
    onError: (error) => logger.warn({ error }, 'a connection of the sandbox was lost'),
  });
  const sandbox = await startSandbox({
    pool: sandboxPool,
    ...(config.crdDirectory === undefined ? {} : { crdDirectory: config.crdDirectory }),
    speed: config.sandboxSpeed,
    seed: config.sandboxSeed,
    logger,
  });
  shutdown.onStop('sandbox', async () => {
    await sandbox.close();
    await sandboxPool.end();
  });
  const http = buildOutgoingHttp(config);
  const services = buildServices(core, http);
  const steps = await prepareSandboxInstallation({
    database: core.database,
    services,
    newId,
    kubeconfig: sandbox.kubeconfig,
    dataDirectory: config.dataDirectory,
    fleetKey: config.bootstrapKey,
  });
  const sandboxKubeconfig = join(config.dataDirectory, 'sandbox.kubeconfig');
  await writeFile(sandboxKubeconfig, sandbox.kubeconfig, { mode: 0o600 });
  await startWorkerProcess(core, config.adminPort === 0 ? 0 : config.adminPort + 1, () => undefined);
  // Last, so that it is the first to stop.
  const api = await startApi(core, services, http, cursorSecret);
  process.stdout.write(
    [
      '',
      `  Berth is ready         ${api.url}`,
      `  Reference page         ${api.url}/docs`,
      `  Tenant API key         ${steps.tenantKey}`,
      `  Pull secret            ${steps.pullSecretCredentialId}`,
      `  Fleet operator key     ${steps.fleetKey}`,
      `  Sandbox kubeconfig     ${sandboxKubeconfig}`,
      '',
      '',
    ].join('\n'),
  );
});
