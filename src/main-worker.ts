import { readConfig } from './config.ts';
import { startCore } from './start-core.ts';
import { startProgram } from './start-program.ts';
import { startWorkerProcess } from './start-worker.ts';

await startProgram('berth-worker', async () => {
  const config = readConfig(process.env);
  if (config.databaseUrl === undefined) {
    throw new Error(
      'DATABASE_URL is not set. `npm start` brings a database of its own; this program does not.',
    );
  }
  const { core } = await startCore(config, 'berth-worker', config.databaseUrl);
  const { admin } = await startWorkerProcess(core, config.adminPort, () => {
    // A fresh process has fresh connections; whoever runs it starts it again.
    process.exit(1);
  });
  core.logger.info({ adminPort: admin.port }, 'the worker runs');
});
