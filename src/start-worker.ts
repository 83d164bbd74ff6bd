import { Gauge, Registry } from 'prom-client';
import { type AdminServer, startAdminServer } from './admin-server.ts';
import type { Core } from './container.ts';
import { buildWorker } from './container-worker.ts';
import { measureUnsealed } from './db/repositories/audit-chain.ts';
import { countSightings } from './db/repositories/leak-sightings.ts';
import { judgeRedisPolicy } from './queue/redis-policy.ts';
import type { RunningWorker, WorkerTiming } from './workers/worker.ts';

/** Seconds without a sign from a management cluster after which a worker is not ready. */
const longestLag = 120;

/** Starts the workers of a process and the port that tells how they fare. */
export const startWorkerProcess = async (
  core: Core,
  adminPort: number,
  /** Called when the queue gives no work although some is overdue. */
  onSilence: () => void,
  timing?: WorkerTiming,
): Promise<{ readonly worker: RunningWorker; readonly admin: AdminServer }> => {
  const { config, database, shutdown } = core;
  const worker = buildWorker(core, onSilence, timing);
  const registry = new Registry();
  new Gauge({
    name: 'berth_watch_seconds_since_sync',
    help: 'Seconds since the objects of a management cluster were last known to be in sync',
    labelNames: ['management_cluster'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [id, seconds] of worker.fleet.lag()) this.set({ management_cluster: id }, seconds);
    },
  });
  new Gauge({
    name: 'berth_leaks',
    help: 'Things that no living cluster needs, and recorded things that are not there, as the last scans found them',
    labelNames: ['type', 'verdict'],
    registers: [registry],
    async collect() {
      // Without the database there is nothing to tell; what was true before may not be any more.
      const counts = await countSightings(database.system()).catch(() => []);
      this.reset();
      for (const { type, verdict, count } of counts) this.set({ type, verdict }, count);
    },
  });
  new Gauge({
    name: 'berth_audit_unsealed_seconds',
    help: 'Seconds for which the first audit record without a place in its chain has waited; above 60 is a fault',
    registers: [registry],
    async collect() {
      const { seconds } = await measureUnsealed(database.system()).catch(() => ({ seconds: Number.NaN }));
      this.set(seconds);
    },
  });
  const admin = await startAdminServer({
    host: config.adminHost,
    port: adminPort,
    registry,
    checks: {
      database: async () => {
        await database.system().query({ text: 'SELECT 1' });
        return undefined;
      },
      queue: async () =>
        worker.watchdog.problem() ??
        (config.redisUrl === undefined ? undefined : judgeRedisPolicy(config.redisUrl)),
      watch: async () => {
        const late = [...worker.fleet.lag()].filter(([, seconds]) => seconds > longestLag).map(([id]) => id);
        return late.length === 0 ? undefined : `nothing was heard of ${late.join(', ')} for ${longestLag} s`;
      },
    },
  });
  shutdown.onStop('admin port', () => admin.close());
  return { worker, admin };
};
