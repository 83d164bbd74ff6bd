import type { TenantTx } from '../../db/database.ts';
import type { Lease } from '../../db/lease.ts';
import {
  listInfrastructureSteps,
  saveInfrastructureStep,
} from '../../db/repositories/infrastructure-steps.ts';
import type { JournalRow } from '../../domain/infrastructure/journal.ts';
import type { Journal } from '../../providers/infrastructure/engine/pass.ts';
import type { WorkerDependencies } from '../dependencies.ts';
import { fenced } from '../reconcile-step.ts';

/** The stored journal of a cluster; each row is committed, under the lease, before the call that it speaks of. */
export const loadJournal = async (
  deps: Pick<WorkerDependencies, 'database'>,
  lease: Lease,
  owner: { readonly tenantId: string; readonly clusterId: string },
): Promise<Journal> => {
  const { tenantId, clusterId } = owner;
  const stored = await listInfrastructureSteps(deps.database.tenant(tenantId), clusterId);
  const rows = new Map(stored.map((row) => [row.step, row]));
  return {
    get: (step) => rows.get(step),
    rows: () => [...rows.values()],
    save: async (row: JournalRow) => {
      await fenced(deps, tenantId, lease, (tx: TenantTx) => saveInfrastructureStep(tx, clusterId, row));
      rows.set(row.step, row);
    },
  };
};
