import { classifyDatabaseError } from '../db/database-error.ts';
import { loadClusterWork, saveClusterWork, scheduleCluster } from '../db/repositories/cluster-work.ts';
import { loadNodePoolWork, saveNodePoolWork, scheduleNodePool } from '../db/repositories/node-pool-work.ts';
import { attemptFailed } from '../domain/shared/attempt.ts';
import type { Attempt } from '../domain/shared/reconcile.ts';
import { plusSeconds } from '../domain/shared/time.ts';
import type { Wake } from '../queue/bell.ts';
import type { WorkerDependencies } from './dependencies.ts';
import { failureOf, fenced } from './reconcile-step.ts';
import { projectStatus } from './status-projector.ts';
import { withLease } from './with-lease.ts';

const failedNow = (deps: WorkerDependencies, attempt: Attempt, now: string, error: unknown) => {
  const failed = attemptFailed(attempt, failureOf(error), now, deps.random());
  return { attempt: failed, until: failed.nextAttemptAt ?? plusSeconds(now, 1) };
};

const putOffCluster = async (deps: WorkerDependencies, { tenantId, targetId }: Wake, error: unknown) => {
  await withLease(deps, `cluster:${targetId}`, async (lease) => {
    const work = await loadClusterWork(deps.database.tenant(tenantId), targetId);
    if (work === undefined) return undefined;
    const { attempt, until } = failedNow(deps, work.attempt, work.now, error);
    await fenced(deps, tenantId, lease, async (tx) => {
      await saveClusterWork(tx, targetId, { attempt });
      await scheduleCluster(tx, targetId, until, work.wakes);
    });
    return undefined;
  });
  await projectStatus(deps, tenantId, targetId);
};

const putOffNodePool = async (deps: WorkerDependencies, { tenantId, targetId }: Wake, error: unknown) => {
  const tx = deps.database.tenant(tenantId);
  const clusterId = (await loadNodePoolWork(tx, targetId))?.nodePool.clusterId;
  if (clusterId === undefined) return;
  await withLease(deps, `node-pool:${targetId}`, async (lease) => {
    const work = await loadNodePoolWork(tx, targetId);
    if (work === undefined) return undefined;
    const { attempt, until } = failedNow(deps, work.attempt, work.now, error);
    await fenced(deps, tenantId, lease, async (fencedTx) => {
      await saveNodePoolWork(fencedTx, targetId, { attempt });
      await scheduleNodePool(fencedTx, targetId, until, work.wakes);
    });
    return undefined;
  });
  await projectStatus(deps, tenantId, clusterId);
};

const putOff = { cluster: putOffCluster, 'node-pool': putOffNodePool } as const;

/**
 * A reconciliation that throws met a fault of ours: a secret that cannot be opened, a row that cannot be read. It is
 * put off like a call that failed, and its status says so. Left due, a few of them would stand at the head of every
 * sweep for ever. A database that is away is no such fault: everything waits for it.
 */
export const putOffOnFault = async (
  deps: WorkerDependencies,
  kind: keyof typeof putOff,
  wake: Wake,
  reconcile: (deps: WorkerDependencies, tenantId: string, id: string) => Promise<void>,
): Promise<void> => {
  try {
    await reconcile(deps, wake.tenantId, wake.targetId);
  } catch (error) {
    if (classifyDatabaseError(error) === 'transient') throw error;
    deps.logger.error({ kind, ...wake, error }, 'a reconciliation met a fault');
    await putOff[kind](deps, wake, error);
  }
};
