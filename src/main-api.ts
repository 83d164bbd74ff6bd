import cluster from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import { type Config, readConfig } from './config.ts';
import { startProgram } from './start-program.ts';

const restartAfterMs = 1000;

/**
 * V8 lets a heap grow fourfold before it cleans up, which doubles the memory of a process under load; held to half as
 * much again, it costs a fifth of the time of a long list and nothing that can be measured elsewhere.
 */
const memoryFlags = ['--max-semi-space-size=16', '--heap-growing-percent=20'];

/** Processes share the port and are stateless; one that dies is replaced. */
const startProcesses = (config: Config): void => {
  cluster.setupPrimary({ execArgv: [...process.execArgv, ...memoryFlags] });
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

await startProgram('berth-api', async () => {
  const config = readConfig(process.env);
  if (cluster.isPrimary && config.apiProcesses > 1) {
    startProcesses(config);
    return;
  }
  // Loaded only where it is used: the first process does nothing but watch over the others.
  const { startApiProcess } = await import('./start-api-process.ts');
  await startApiProcess(config);
});
