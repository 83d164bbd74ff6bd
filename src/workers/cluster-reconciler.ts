import type { Lease } from '../db/lease.ts';
import { decideCluster } from '../domain/cluster/lifecycle.ts';
import { performClusterAction } from './cluster-actions.ts';
import { loadClusterSnapshot } from './cluster-snapshot.ts';
import type { WorkerDependencies } from './dependencies.ts';
import type { StepOutcome } from './reconcile-step.ts';
import { projectStatus } from './status-projector.ts';
import { withLease } from './with-lease.ts';

/** More steps than any cluster needs in a row; beyond, the sweep goes on. */
const maxSteps = 30;

const takeStep = async (
  deps: WorkerDependencies,
  lease: Lease,
  tenantId: string,
  id: string,
): Promise<StepOutcome | 'gone'> => {
  const loaded = await loadClusterSnapshot(deps, tenantId, id);
  if (loaded === undefined) return 'gone';
  const action = decideCluster(loaded.snapshot);
  deps.logger.debug({ clusterId: id, action }, 'decided');
  const outcome = await performClusterAction({ deps, lease, work: loaded.work }, action);
  await projectStatus(deps, tenantId, id);
  return outcome;
};

/** Load, decide, do one thing, record; until there is nothing to do but wait. */
export const reconcileCluster = async (
  deps: WorkerDependencies,
  tenantId: string,
  id: string,
): Promise<void> => {
  await withLease(deps, `cluster:${id}`, async (lease) => {
    for (let step = 0; step < maxSteps; step += 1) {
      const outcome = await takeStep(deps, lease, tenantId, id);
      if (outcome !== 'again') return outcome === 'gone' ? outcome : undefined;
    }
    deps.logger.warn({ clusterId: id }, 'too many steps in a row; the sweep goes on');
    return undefined;
  });
};
