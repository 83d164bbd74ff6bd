import type { Database } from '../db/database.ts';
import {
  dropLease,
  type Lease,
  LeaseLostError,
  leaseSeconds,
  releaseLease,
  renewLease,
  takeLease,
} from '../db/lease.ts';
import type { WorkerDependencies } from './dependencies.ts';

const renewEveryMs = (leaseSeconds * 1000) / 3;

const keepAlive = (database: Database, lease: Lease): (() => void) => {
  const timer = setInterval(() => {
    // A renewal that fails is no catastrophe: the lease runs out, and every write under it is fenced.
    renewLease(database.system(), lease).catch(() => undefined);
  }, renewEveryMs);
  return () => clearInterval(timer);
};

/**
 * Does `work` while holding the lease of `resource`. False: somebody else holds it, or it was lost on the way;
 * what is due stays due, and the sweep finds it. `work` tells when what the lease is for is gone: late rings for it
 * leave no row behind.
 */
export const withLease = async (
  deps: Pick<WorkerDependencies, 'database' | 'holder' | 'logger'>,
  resource: string,
  work: (lease: Lease) => Promise<'gone' | undefined>,
): Promise<boolean> => {
  const lease = await takeLease(deps.database.system(), resource, deps.holder);
  if (lease === undefined) return false;
  const stop = keepAlive(deps.database, lease);
  let giveBack = releaseLease;
  try {
    if ((await work(lease)) === 'gone') giveBack = dropLease;
    return true;
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error;
    deps.logger.warn({ resource }, 'another worker has taken over');
    return false;
  } finally {
    stop();
    await giveBack(deps.database.system(), lease).catch(() => undefined);
  }
};
