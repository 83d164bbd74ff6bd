import type { TenantTx } from '../db/database.ts';
import { classifyDatabaseError } from '../db/database-error.ts';
import { assertLease, type Lease, LeaseLostError } from '../db/lease.ts';
import { attemptBegun, attemptFailed } from '../domain/shared/attempt.ts';
import { BerthError } from '../domain/shared/error.ts';
import type { Attempt } from '../domain/shared/reconcile.ts';
import { ManagementClusterError } from '../providers/management-cluster/contract.ts';
import type { WorkerDependencies } from './dependencies.ts';

/** `again`: look at the new state at once. `done`: nothing to do before the scheduled instant. */
export type StepOutcome = 'again' | 'done';

/** A write of the reconciler: refused when the lease has changed hands. */
export const fenced = (
  deps: Pick<WorkerDependencies, 'database'>,
  tenantId: string,
  lease: Lease,
  write: (tx: TenantTx) => Promise<unknown>,
): Promise<void> =>
  deps.database.withTenant(tenantId, async (tx) => {
    await assertLease(tx, lease);
    await write(tx);
  });

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly retryAfterSeconds?: number;
}

/** What a failed call is remembered as. Only errors of the management cluster have words fit for a status. */
export const failureOf = (error: unknown): Failure => {
  if (error instanceof ManagementClusterError) {
    const { kind, message, retryAfterSeconds } = error;
    return { code: kind, message, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
  }
  // A key service that is away: nothing is wrong with the secret.
  if (error instanceof BerthError && error.code === 'unavailable')
    return { code: error.code, message: error.message };
  return { code: 'internal', message: 'Berth met a fault of its own; see its log.' };
};

/**
 * Makes one change on a management cluster: the try is stored before the call is sent, and its outcome after. While
 * only the first is stored, what the call did is unknown, and is looked up before anything else is done.
 */
export const tryChange = async (
  deps: Pick<WorkerDependencies, 'logger' | 'random'>,
  step: {
    readonly attempt: Attempt;
    readonly now: string;
    readonly log: Readonly<Record<string, unknown>>;
    readonly save: (attempt: Attempt) => Promise<void>;
    readonly change: () => Promise<void>;
  },
): Promise<void> => {
  const begun = attemptBegun(step.attempt, step.now);
  await step.save(begun);
  try {
    await step.change();
    deps.logger.info(step.log, 'done');
  } catch (error) {
    if (!(error instanceof ManagementClusterError)) {
      // Nothing is known to have failed: the try stands as begun, and whoever comes next looks first.
      if (error instanceof LeaseLostError || classifyDatabaseError(error) === 'transient') throw error;
      deps.logger.error({ ...step.log, error }, 'a step met a fault');
    }
    const failure = failureOf(error);
    deps.logger.warn({ ...step.log, failure }, 'will try again');
    await step.save(attemptFailed(begun, failure, step.now, deps.random()));
  }
};
