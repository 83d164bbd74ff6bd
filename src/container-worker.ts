import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { type Core, newId } from './container.ts';
import { buildClouds } from './container-clouds.ts';
import { connectManagementCluster } from './providers/management-cluster/connect-management-cluster.ts';
import { createBell } from './queue/bell.ts';
import { createConnections } from './workers/management-cluster-connections.ts';
import { type RunningWorker, startWorker, type WorkerTiming } from './workers/worker.ts';

// Apart from container.ts, so that an API process loads neither the Kubernetes client nor the queue: they would
// take a third of its memory.

const monotonic = (): number => performance.now();

/** Starts the workers of a process on the queue that the configuration names. */
export const buildWorker = (core: Core, onSilence: () => void, timing?: WorkerTiming): RunningWorker => {
  const { config, logger, workerDatabase: database, sealer } = core;
  const backend =
    config.redisUrl === undefined
      ? ({ kind: 'postgres', url: core.databaseUrl } as const)
      : ({ kind: 'redis', url: config.redisUrl } as const);
  const bell = createBell(backend, (error) => logger.warn({ error }, 'the queue reported an error'));
  const connections = createConnections({
    database,
    sealer,
    connect: connectManagementCluster,
    monotonic,
    logger,
  });
  const worker = startWorker(
    {
      database,
      connections,
      clouds: buildClouds(core),
      sealer,
      newId,
      random: Math.random,
      logger,
      holder: `${process.pid}-${randomUUID()}`,
      bell,
      concurrency: config.workerConcurrency,
      leaks: { scanEverySeconds: config.leakScanSeconds },
      auditHeadsFile: config.auditHeadsFile,
      defaultQuotas: config.defaultQuotas,
      onSilence,
    },
    timing,
  );
  core.shutdown.onStop('workers', () => worker.stop());
  return worker;
};
