import type { QuotaLimits } from '../domain/quota/quota.ts';
import type { Bell } from '../queue/bell.ts';
import { grantAccess } from './access-granter.ts';
import { startAuditSealer } from './audit/audit-sealer.ts';
import { startAuditWatch } from './audit/audit-watch.ts';
import { reconcileCluster } from './cluster-reconciler.ts';
import { startCredentialVerifier } from './credential-verifier.ts';
import type { WorkerDependencies } from './dependencies.ts';
import { type FleetWatch, type FleetWatchTiming, startFleetWatch } from './fleet-watch.ts';
import { type LeakFinderOptions, startLeakFinder } from './leaks/leak-finder.ts';
import { reconcileNodePool } from './node-pool-reconciler.ts';
import { startEventSequencer, startOutboxRelay } from './outbox-relay.ts';
import { putOffOnFault } from './own-faults.ts';
import { answerers, answerOne } from './question-answerer.ts';
import { startQuotaWatch } from './quota-watch.ts';
import { startDeadlineWatch, startRetention, startSweep } from './resync.ts';
import { startStatusRelay } from './status-relay.ts';
import { startWatchdog, type Watchdog } from './watchdog.ts';

export interface WorkerTiming extends FleetWatchTiming {
  readonly sweepMs: number;
  readonly deadlineMs: number;
  readonly retentionMs: number;
  readonly watchdogMs: number;
  /** Milliseconds between two looks for scans and cleanings that are due; 5000 when absent. */
  readonly leaksMs?: number;
  /** Milliseconds between two recounts of what has limits; ten minutes when absent. */
  readonly quotasMs?: number;
}

const defaultTiming: WorkerTiming = {
  sweepMs: 5_000,
  deadlineMs: 30_000,
  retentionMs: 60_000,
  watchdogMs: 30_000,
  probeMs: 15_000,
  scanMs: 2_000,
};

export interface RunningWorker {
  readonly fleet: FleetWatch;
  readonly watchdog: Watchdog;
  /** Lets running steps end; what is due stays due. */
  stop(): Promise<void>;
}

/** Starts everything that a worker process does. Any number of them may run. */
export const startWorker = (
  deps: WorkerDependencies & {
    readonly bell: Bell;
    readonly concurrency: number;
    readonly leaks?: LeakFinderOptions;
    /** Where the heads of audit chains are added once a day, beside the log. */
    readonly auditHeadsFile?: string | undefined;
    /** Limits of tenants for which the fleet operator has set none. */
    readonly defaultQuotas?: QuotaLimits;
    /** The queue gives no work although there is some. */
    readonly onSilence: () => void;
  },
  timing: WorkerTiming = defaultTiming,
): RunningWorker => {
  const { bell, concurrency } = deps;
  bell.answer('cluster', concurrency, (wake) => putOffOnFault(deps, 'cluster', wake, reconcileCluster));
  bell.answer('node-pool', concurrency, (wake) => putOffOnFault(deps, 'node-pool', wake, reconcileNodePool));
  bell.answer('access', concurrency, ({ tenantId, targetId }) => grantAccess(deps, tenantId, targetId));
  bell.answer('question', concurrency, ({ tenantId, targetId }) =>
    answerOne(deps, answerers, tenantId, targetId),
  );
  const fleet = startFleetWatch(deps, timing);
  const { database, logger } = deps;
  const watchdog = startWatchdog(
    { database, logger, handled: bell.handled },
    timing.watchdogMs,
    deps.onSilence,
  );
  const loops = [
    watchdog,
    startOutboxRelay({ ...deps, slots: concurrency }),
    startStatusRelay(deps),
    startEventSequencer(deps),
    startAuditSealer(deps),
    startAuditWatch({ ...deps, headsFile: deps.auditHeadsFile }, timing.deadlineMs),
    startSweep(deps, timing.sweepMs),
    startDeadlineWatch(deps, timing.deadlineMs),
    startRetention(deps, timing.retentionMs),
    startLeakFinder(deps, { ...deps.leaks, pauseMs: timing.leaksMs ?? 5_000 }),
    startCredentialVerifier(deps, timing.deadlineMs),
    startQuotaWatch(deps, timing.quotasMs ?? 600_000),
  ];
  return {
    fleet,
    watchdog,
    stop: async () => {
      await Promise.all([fleet.stop(), ...loops.map((loop) => loop.stop())]);
      await bell.close();
      await deps.connections.close();
    },
  };
};
